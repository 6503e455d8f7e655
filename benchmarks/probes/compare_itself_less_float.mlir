func.func public @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %r = stablehlo.compare LT, %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
