func.func public @main(%x: tensor<4xui32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0> : tensor<4xui32>
  %r = stablehlo.compare LT, %x, %c : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
