func.func public @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %r = stablehlo.compare EQ, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
