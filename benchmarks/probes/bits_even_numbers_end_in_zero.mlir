func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<2> : tensor<4xi32>
  %d = stablehlo.constant dense<1> : tensor<4xi32>
  %a = stablehlo.multiply %x, %c : tensor<4xi32>
  %r = stablehlo.and %a, %d : tensor<4xi32>
  return %r : tensor<4xi32>
}
