// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @get_dimension_size_example() {
  %operand = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %result = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<2x3xi64>) -> tensor<i32>
  check.expect_eq_const %result, dense<3> : tensor<i32>
  return
}

// -----

func.func @set_dimension_size() {
  %operand = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %size = stablehlo.constant dense<2> : tensor<i32>
  %bounded = stablehlo.set_dimension_size %operand, %size, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %known = stablehlo.get_dimension_size %bounded, dim = 0 : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<i32>
  check.expect_eq_const %known, dense<2> : tensor<i32>
  return
}
