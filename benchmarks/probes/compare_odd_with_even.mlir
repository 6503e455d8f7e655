func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %o = stablehlo.constant dense<1> : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<4xi32>
  %a = stablehlo.or %x, %o : tensor<4xi32>
  %r = stablehlo.compare EQ, %a, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
