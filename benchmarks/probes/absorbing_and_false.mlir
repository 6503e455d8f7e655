func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<false> : tensor<4xi1>
  %r = stablehlo.and %x, %c : tensor<4xi1>
  return %r : tensor<4xi1>
}
