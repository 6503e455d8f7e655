func.func public @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {
  %r = stablehlo.pad %x, %y, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
