func.func public @main(%x: tensor<f32>) -> tensor<2xf32> {
  %a = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %r = stablehlo.slice %a [3:5] : (tensor<8xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
