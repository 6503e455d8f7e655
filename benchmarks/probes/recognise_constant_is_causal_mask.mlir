func.func public @main(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %i = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 : tensor<64x64xi32>
  %a = stablehlo.compare GE, %i, %j : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %r = stablehlo.select %a, %x, %y : tensor<64x64xi1>, tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
