func.func public @main(%x: tensor<64xi32>) -> tensor<64xi32> {
  %i = stablehlo.iota dim = 0 : tensor<64xi32>
  %c = stablehlo.constant dense<3> : tensor<64xi32>
  %a = stablehlo.multiply %i, %c : tensor<64xi32>
  %r = stablehlo.add %x, %a : tensor<64xi32>
  return %r : tensor<64xi32>
}
