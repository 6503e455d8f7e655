func.func public @main(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<3x4xf32>
  %r = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
