func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %b = stablehlo.slice %x [2:4] : (tensor<4xf32>) -> tensor<2xf32>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
