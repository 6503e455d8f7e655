func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<240> : tensor<4xi32>
  %d = stablehlo.constant dense<15> : tensor<4xi32>
  %a = stablehlo.and %x, %c : tensor<4xi32>
  %r = stablehlo.and %a, %d : tensor<4xi32>
  return %r : tensor<4xi32>
}
