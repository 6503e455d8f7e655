func.func public @main(%x: tensor<4xi1>) -> tensor<4xf32> {
  %a = stablehlo.constant dense<2.0> : tensor<4xf32>
  %b = stablehlo.constant dense<2.0> : tensor<4xf32>
  %r = stablehlo.select %x, %a, %b : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
