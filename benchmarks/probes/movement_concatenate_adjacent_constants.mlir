func.func public @main(%x: tensor<4xf32>) -> tensor<8xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
  %r = stablehlo.concatenate %c, %d, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
