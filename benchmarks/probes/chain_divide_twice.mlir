func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<65536> : tensor<4xi32>
  %a = stablehlo.divide %x, %c : tensor<4xi32>
  %r = stablehlo.divide %a, %c : tensor<4xi32>
  return %r : tensor<4xi32>
}
