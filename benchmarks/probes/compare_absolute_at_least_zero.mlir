func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0> : tensor<4xi32>
  %a = stablehlo.abs %x : tensor<4xi32>
  %r = stablehlo.compare GE, %a, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
