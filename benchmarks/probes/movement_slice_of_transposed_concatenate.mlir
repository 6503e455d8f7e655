func.func public @main(%x: tensor<2x3xf32>) -> tensor<3x1xf32> {
  %c = stablehlo.constant dense<5.0> : tensor<1x3xf32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %r = stablehlo.slice %b [0:3, 0:1] : (tensor<3x3xf32>) -> tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}
