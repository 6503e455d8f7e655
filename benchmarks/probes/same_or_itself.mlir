func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %r = stablehlo.or %x, %x : tensor<4xi1>
  return %r : tensor<4xi1>
}
