func.func public @main(%x: tensor<8x8xi1>) -> tensor<8x8xi1> {
  %i = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %j = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %a = stablehlo.compare EQ, %i, %j : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %r = stablehlo.and %x, %a : tensor<8x8xi1>
  return %r : tensor<8x8xi1>
}
