func.func public @main(%x: tensor<2x0xf32>, %y: tensor<0x4xf32>) -> tensor<2x4xf32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}
