// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @add_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.add %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[6, 8], [10, 12]]> : tensor<2x2xi32>
  return
}

// -----

func.func @and_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.and %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @atan2_example() {
  %lhs = stablehlo.constant dense<[0.000000e+00, 1.000000e+00, -1.000000e+00]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<0.000000e+00> : tensor<3xf64>
  %result = stablehlo.atan2 %lhs, %rhs : tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 1.5707963700000001, -1.5707963700000001]> : tensor<3xf64>
  return
}

// -----

func.func @maximum_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [7, 8]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [3, 4]]> : tensor<2x2xi32>
  %result = stablehlo.maximum %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  return
}

// -----

func.func @minimum_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [7, 8]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [3, 4]]> : tensor<2x2xi32>
  %result = stablehlo.minimum %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  return
}

// -----

func.func @multiply_example() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.multiply %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 12], [21, 32]]> : tensor<2x2xi32>
  return
}

// -----

func.func @remainder_example() {
  %lhs = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi64>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi64>
  %result = stablehlo.remainder %lhs, %rhs : tensor<4xi64>
  check.expect_eq_const %result, dense<[2, -2, 2, -2]> : tensor<4xi64>
  return
}

// -----

func.func @shift_left_example() {
  %lhs = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_left %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[-2, 0, 8]> : tensor<3xi64>
  return
}

// -----

func.func @shift_right_arithmetic_example() {
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_right_arithmetic %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi64>
  return
}

// -----

func.func @shift_right_logical_example() {
  %lhs = stablehlo.constant dense<[-1, 0, 8]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi64>
  %result = stablehlo.shift_right_logical %lhs, %rhs : tensor<3xi64>
  check.expect_eq_const %result, dense<[9223372036854775807, 0, 1]> : tensor<3xi64>
  return
}

// -----

func.func @subtract_example() {
  %lhs = stablehlo.constant dense<[[6.000000e+00, 8.000000e+00], [1.000000e+01, 1.200000e+01]]> : tensor<2x2xf32>
  %rhs = stablehlo.constant dense<[[5.000000e+00, 6.000000e+00], [7.000000e+00, 8.000000e+00]]> : tensor<2x2xf32>
  %result = stablehlo.subtract %lhs, %rhs : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
  return
}

// -----

func.func @or_i32() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.or %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[5, 6], [7, 12]]> : tensor<2x2xi32>
  return
}

// -----

func.func @or_i1() {
  %lhs = stablehlo.constant dense<[[false, false], [true, true]]> : tensor<2x2xi1>
  %rhs = stablehlo.constant dense<[[false, true], [false, true]]> : tensor<2x2xi1>
  %result = stablehlo.or %lhs, %rhs : tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[false, true], [true, true]]> : tensor<2x2xi1>
  return
}

// -----

func.func @xor_i32() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  %result = stablehlo.xor %lhs, %rhs : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[4, 4], [4, 12]]> : tensor<2x2xi32>
  return
}

// -----

func.func @xor_i1() {
  %lhs = stablehlo.constant dense<[[false, false], [true, true]]> : tensor<2x2xi1>
  %rhs = stablehlo.constant dense<[[false, true], [false, true]]> : tensor<2x2xi1>
  %result = stablehlo.xor %lhs, %rhs : tensor<2x2xi1>
  check.expect_eq_const %result, dense<[[false, true], [true, false]]> : tensor<2x2xi1>
  return
}

// -----

func.func @divide_i32() {
  %lhs = stablehlo.constant dense<[17, -17, 17, -17]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<[3, 3, -3, -3]> : tensor<4xi32>
  %result = stablehlo.divide %lhs, %rhs : tensor<4xi32>
  check.expect_eq_const %result, dense<[5, -5, -5, 5]> : tensor<4xi32>
  return
}

// -----

func.func @divide_f64() {
  %lhs = stablehlo.constant dense<[1.000000e+00, -1.000000e+00, 0.000000e+00, 7.500000e+00]> : tensor<4xf64>
  %rhs = stablehlo.constant dense<[0.000000e+00, 0.000000e+00, 0.000000e+00, -2.500000e+00]> : tensor<4xf64>
  %result = stablehlo.divide %lhs, %rhs : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -3.000000e+00]> : tensor<4xf64>
  return
}

// -----

func.func @power_f64() {
  %lhs = stablehlo.constant dense<[-2.000000e+00, -0.000000e+00, -3.600000e+01, 5.000000e+00, 3.000000e+00, 1.000000e+04]> : tensor<6xf64>
  %rhs = stablehlo.constant dense<[2.000000e+00, 2.000000e+00, 1.100000e+00, 2.000000e+00, -1.000000e+00, 1.000000e+01]> : tensor<6xf64>
  %result = stablehlo.power %lhs, %rhs : tensor<6xf64>
  check.expect_almost_eq_const %result, dense<[4.000000e+00, 0.000000e+00, 0x7FF8000000000000, 2.500000e+01, 0.33333333333333331, 1.000000e+40]> : tensor<6xf64>
  return
}

// -----

func.func @power_i32() {
  %lhs = stablehlo.constant dense<[2, 3, -1, 2]> : tensor<4xi32>
  %rhs = stablehlo.constant dense<[10, 0, -3, -1]> : tensor<4xi32>
  %result = stablehlo.power %lhs, %rhs : tensor<4xi32>
  check.expect_eq_const %result, dense<[1024, 1, -1, 0]> : tensor<4xi32>
  return
}
