func.func public @main(%x: tensor<0xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<7.0> : tensor<f32>
  %r = stablehlo.pad %x, %c, low = [2], high = [2], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
