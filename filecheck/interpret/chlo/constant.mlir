// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @constants() {
  %constant = chlo.constant dense<[1, 2]> : tensor<2xi32>
  check.expect_eq_const %constant, dense<[1, 2]> : tensor<2xi32>
  %like = "chlo.constant_like"(%constant) <{value = 7 : i32}> : (tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %like, dense<7> : tensor<2xi32>
  return
}
