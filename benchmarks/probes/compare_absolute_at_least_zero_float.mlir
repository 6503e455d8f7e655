func.func public @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %a = stablehlo.abs %x : tensor<4xf32>
  %r = stablehlo.compare GE, %a, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
