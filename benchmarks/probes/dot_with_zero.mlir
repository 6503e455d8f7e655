func.func public @main(%x: tensor<2x3xi32>) -> tensor<2x4xi32> {
  %c = stablehlo.constant dense<0> : tensor<3x4xi32>
  %r = stablehlo.dot_general %x, %c, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}
