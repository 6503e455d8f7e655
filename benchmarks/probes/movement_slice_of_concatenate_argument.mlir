func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %r = stablehlo.slice %a [2:6] : (tensor<6xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
