func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %o = stablehlo.or %x, %y : tensor<4xi32>
  %r = stablehlo.and %x, %o : tensor<4xi32>
  return %r : tensor<4xi32>
}
