func.func public @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %a = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %r = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
