func.func public @main(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %a = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  %b = stablehlo.convert %y : (tensor<4xi1>) -> tensor<4xi32>
  %r = stablehlo.compare EQ, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
