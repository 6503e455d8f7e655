func.func public @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<6xf32> {
  %l = stablehlo.constant dense<1> : tensor<1xi32>
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  %r = stablehlo.dynamic_pad %x, %y, %l, %l, %i : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
