func.func public @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %r = stablehlo.transpose %x, dims = [0, 1] : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
