func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<10> : tensor<4xi32>
  %a = stablehlo.remainder %x, %c : tensor<4xi32>
  %r = stablehlo.remainder %a, %c : tensor<4xi32>
  return %r : tensor<4xi32>
}
