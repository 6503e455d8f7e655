func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %a = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  %r = stablehlo.compare EQ, %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
