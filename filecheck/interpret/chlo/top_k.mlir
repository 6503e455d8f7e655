// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @top_k() {
  %operand = stablehlo.constant dense<[[1, 5, 3], [4, 4, 9]]> : tensor<2x3xi32>
  %values, %indices = chlo.top_k(%operand, k = 2) : tensor<2x3xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  check.expect_eq_const %values, dense<[[5, 3], [9, 4]]> : tensor<2x2xi32>
  check.expect_eq_const %indices, dense<[[1, 2], [2, 0]]> : tensor<2x2xi32>
  return
}
