func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<false> : tensor<4xi1>
  %r = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
