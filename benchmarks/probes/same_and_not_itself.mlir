func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %n = stablehlo.not %x : tensor<4xi1>
  %r = stablehlo.and %x, %n : tensor<4xi1>
  return %r : tensor<4xi1>
}
