func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %l = stablehlo.constant dense<3.0> : tensor<4xf32>
  %r = stablehlo.clamp %l, %x, %l : tensor<4xf32>
  return %r : tensor<4xf32>
}
