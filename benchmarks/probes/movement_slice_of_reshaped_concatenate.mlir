func.func public @main(%x: tensor<4xf32>) -> tensor<1x2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %b = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<3x2xf32>
  %r = stablehlo.slice %b [0:1, 0:2] : (tensor<3x2xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}
