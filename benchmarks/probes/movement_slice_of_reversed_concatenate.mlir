func.func public @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %b = stablehlo.reverse %a, dims = [0] : tensor<6xf32>
  %r = stablehlo.slice %b [4:6] : (tensor<6xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
