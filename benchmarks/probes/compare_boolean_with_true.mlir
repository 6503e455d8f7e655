func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<true> : tensor<4xi1>
  %r = stablehlo.compare EQ, %x, %c : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
