func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<32> : tensor<4xi32>
  %r = stablehlo.shift_right_arithmetic %x, %c : tensor<4xi32>
  return %r : tensor<4xi32>
}
