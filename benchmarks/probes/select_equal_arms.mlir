func.func public @main(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = stablehlo.select %x, %y, %y : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
