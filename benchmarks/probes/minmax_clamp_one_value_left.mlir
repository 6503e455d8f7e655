func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %l = stablehlo.constant dense<3> : tensor<4xi32>
  %r = stablehlo.clamp %l, %x, %l : tensor<4xi32>
  return %r : tensor<4xi32>
}
