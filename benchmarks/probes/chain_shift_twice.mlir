func.func public @main(%x: tensor<4xui32>) -> tensor<4xui32> {
  %c = stablehlo.constant dense<3> : tensor<4xui32>
  %d = stablehlo.constant dense<4> : tensor<4xui32>
  %a = stablehlo.shift_right_logical %x, %c : tensor<4xui32>
  %r = stablehlo.shift_right_logical %a, %d : tensor<4xui32>
  return %r : tensor<4xui32>
}
