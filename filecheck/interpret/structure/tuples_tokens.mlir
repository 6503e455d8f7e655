// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @optimization_barrier_example() {
  %operand0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %operand1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %result0, %result1 = stablehlo.optimization_barrier %operand0, %operand1 : tensor<f32>, tensor<f32>
  check.expect_almost_eq_const %result0, dense<0.000000e+00> : tensor<f32>
  check.expect_almost_eq_const %result1, dense<1.000000e+00> : tensor<f32>
  return
}

// -----

func.func @tuples() {
  %value = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
  %other = stablehlo.constant dense<3> : tensor<i64>
  %pair = stablehlo.tuple %value, %other : tuple<tensor<2xf64>, tensor<i64>>
  %first = stablehlo.get_tuple_element %pair[0] : (tuple<tensor<2xf64>, tensor<i64>>) -> tensor<2xf64>
  check.expect_eq_const %first, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf64>
  return
}

// -----

func.func @tokens() {
  %token = stablehlo.create_token : !stablehlo.token
  %after = stablehlo.after_all %token, %token : !stablehlo.token
  return
}
