func.func public @main(%x: tensor<4xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<7.0> : tensor<f32>
  %a = stablehlo.pad %x, %c, low = [0], high = [0], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  %r = stablehlo.slice %a [1:7:2] : (tensor<7xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
