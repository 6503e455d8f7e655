func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %t = stablehlo.constant dense<true> : tensor<4xi1>
  %f = stablehlo.constant dense<false> : tensor<4xi1>
  %r = stablehlo.select %x, %t, %f : tensor<4xi1>, tensor<4xi1>
  return %r : tensor<4xi1>
}
