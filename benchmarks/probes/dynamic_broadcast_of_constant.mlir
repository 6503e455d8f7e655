func.func public @main(%x: tensor<f32>) -> tensor<2x2xf32> {
  %c = stablehlo.constant dense<2> : tensor<2xi32>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
