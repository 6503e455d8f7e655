// RUN: stablehlo-translate --interpret --split-input-file %s

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
