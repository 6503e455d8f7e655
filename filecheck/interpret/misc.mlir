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

// -----

func.func @custom_call() {
  %actual = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %expected = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%actual, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @main() {
  %input = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %result = stablehlo.composite "my.double" %input {decomposition = @double} : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %result, dense<[2, 4]> : tensor<2xi32>
  return
}
func.func private @double(%input: tensor<2xi32>) -> tensor<2xi32> {
  %result = stablehlo.add %input, %input : tensor<2xi32>
  return %result : tensor<2xi32>
}
