func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<7.0> : tensor<f32>
  %a = stablehlo.pad %x, %c, low = [2], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  %r = stablehlo.slice %a [2:6] : (tensor<8xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
