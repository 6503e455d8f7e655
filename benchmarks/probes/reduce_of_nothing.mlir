func.func public @main(%x: tensor<0x4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<3.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
