// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @broadcast_add() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_add %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[9, -6, 11], [10, -5, 12]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_subtract() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_subtract %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[5, -10, 7], [4, -11, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_multiply() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_multiply %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[14, -16, 18], [21, -24, 27]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_divide() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_divide %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[3, -4, 4], [2, -2, 3]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_maximum() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_maximum %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[7, 2, 9], [7, 3, 9]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_minimum() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_minimum %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[2, -8, 2], [3, -8, 3]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_remainder() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_remainder %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, 0, 1], [1, -2, 0]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_power() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_power %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[49, 64, 81], [343, -512, 729]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_and() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_and %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[2, 0, 0], [3, 0, 1]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_or() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_or %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[7, -6, 11], [7, -5, 11]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_xor() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_xor %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[5, -6, 11], [4, -5, 10]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_left() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_shift_left %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[28, -32, 36], [56, -64, 72]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_arithmetic() {
  %lhs = stablehlo.constant dense<[7, -8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_shift_right_arithmetic %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, -2, 2], [0, -1, 1]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_shift_right_logical() {
  %lhs = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_shift_right_logical %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %result, dense<[[1, 2, 2], [0, 1, 1]]> : tensor<2x3xi32>
  return
}

// -----

func.func @broadcast_compare() {
  %lhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[2], [3]]> : tensor<2x1xi32>
  %result = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction LT>} : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi1>
  check.expect_eq_const %result, dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_atan2() {
  %lhs = stablehlo.constant dense<[1.000000e+00, -2.000000e+00, 5.000000e-01]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %result = chlo.broadcast_atan2 %lhs, %rhs : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.46364760900080609, -0.78539816339744828, 0.24497866312686414]> : tensor<3xf64>
  return
}

// -----

func.func @broadcast_polygamma() {
  %lhs = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<2.500000e+00> : tensor<f64>
  %result = chlo.broadcast_polygamma %lhs, %rhs : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.49035775610023485, -0.23620405164172739, 0.22390584881725206]> : tensor<3xf64>
  return
}

// -----

func.func @broadcast_zeta() {
  %lhs = stablehlo.constant dense<[2.000000e+00, 3.000000e+00, 1.500000e+00]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<2.500000e+00> : tensor<f64>
  %result = chlo.broadcast_zeta %lhs, %rhs : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.49035775610023485, 0.1181020258208637, 1.4037797688568259]> : tensor<3xf64>
  return
}

// -----

func.func @broadcast_next_after() {
  %lhs = stablehlo.constant dense<[1.000000e+00, -1.000000e+00, 0.000000e+00]> : tensor<3xf64>
  %rhs = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %result = chlo.broadcast_next_after %lhs, %rhs : (tensor<3xf64>, tensor<f64>) -> tensor<3xf64>
  check.expect_eq_const %result, dense<[1.0000000000000002, -0.99999999999999988, 4.940660e-324]> : tensor<3xf64>
  return
}

// -----

func.func @broadcast_complex() {
  %lhs = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %result = chlo.broadcast_complex %lhs, %rhs : (tensor<2xf32>, tensor<f32>) -> tensor<2xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<[(1.000000e+00,3.000000e+00), (2.000000e+00,3.000000e+00)]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @broadcast_select() {
  %pred = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %on_true = stablehlo.constant dense<1> : tensor<i32>
  %on_false = stablehlo.constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %result = chlo.broadcast_select %pred, %on_true, %on_false : (tensor<2xi1>, tensor<i32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[1, 4], [1, 6]]> : tensor<2x2xi32>
  return
}
