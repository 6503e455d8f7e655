func.func public @main(%x: tensor<64x64xi1>) -> tensor<64x64xi1> {
  %i = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 : tensor<64x64xi32>
  %a = stablehlo.compare EQ, %i, %j : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %r = stablehlo.and %x, %a : tensor<64x64xi1>
  return %r : tensor<64x64xi1>
}
