func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.concatenate %x, dim = 0 : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
