func.func public @main(%x: tensor<1x4xi32>) -> tensor<1x4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<1x4xi32>
  %r = stablehlo.add %x, %i : tensor<1x4xi32>
  return %r : tensor<1x4xi32>
}
