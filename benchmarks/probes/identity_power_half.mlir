func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.5> : tensor<4xf32>
  %r = stablehlo.power %x, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}
