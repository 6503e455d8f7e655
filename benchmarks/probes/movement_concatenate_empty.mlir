func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<> : tensor<0xf32>
  %r = stablehlo.concatenate %c, %x, dim = 0 : (tensor<0xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
