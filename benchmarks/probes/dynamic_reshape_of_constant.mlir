func.func public @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %c = stablehlo.constant dense<2> : tensor<2xi32>
  %r = stablehlo.dynamic_reshape %x, %c : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
