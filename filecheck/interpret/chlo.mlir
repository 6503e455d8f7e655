// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @is_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @is_neg_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_neg_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @is_pos_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_pos_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, false, false]> : tensor<4xi1>
  return
}

// -----

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

// -----

func.func @constants() {
  %constant = chlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %constant, dense<[1, 2]> : tensor<2xi32>
  %like = "chlo.constant_like"(%constant) <{value = 7 : i32}> : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %like, dense<7> : tensor<2xi32>
  return
}

// -----

func.func @mulhi() {
  %lhs = stablehlo.constant dense<[64, -64, 127]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[4, 4, 127]> : tensor<3xi8>
  %result = chlo.mulhi %lhs, %rhs : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %result, dense<[1, -1, 63]> : tensor<3xi8>
  return
}

// -----

func.func @next_after() {
  %x = stablehlo.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  %result = chlo.next_after %x, %y : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.99999994, 1.401300e-45]> : tensor<2xf32>
  return
}

// -----

func.func @top_k() {
  %operand = stablehlo.constant dense<[[1, 5, 3], [4, 4, 9]]> : tensor<2x3xi32>
  %values, %indices = chlo.top_k(%operand, k = 2) : tensor<2x3xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %values, dense<[[5, 3], [9, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %indices, dense<[[1, 2], [2, 0]]> : tensor<2x2xi32>
  return
}

// -----

func.func @scan() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<10> : tensor<i32>
  %sums, %last = chlo.scan(%input) inits (%init) dimension=0  {
  ^bb0(%value: tensor<i32>, %carry: tensor<i32>):
    %sum = stablehlo.add %value, %carry : tensor<i32>
    stablehlo.return %sum, %sum : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %sums, dense<[11, 13, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %last, dense<20> : tensor<i32>
  return
}

// -----

func.func @ragged_dot() {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[0, 1], [1, 0]]]> : tensor<2x2x2xi32>
  %group_sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %result = "chlo.ragged_dot"(%lhs, %rhs, %group_sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<3x2xi32>, tensor<2x2x2xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %result, dense<[[1, 2], [3, 4], [6, 5]]> : tensor<3x2xi32>
  return
}
