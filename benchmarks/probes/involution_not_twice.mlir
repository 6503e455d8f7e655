func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.not %x : tensor<4xi32>
  %r = stablehlo.not %a : tensor<4xi32>
  return %r : tensor<4xi32>
}
