func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %r = stablehlo.compare GE, %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
