func.func public @main(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0]> : tensor<8xf32>
  %c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
  %r = stablehlo.add %x, %c : tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
