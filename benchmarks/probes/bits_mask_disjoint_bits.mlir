func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<4> : tensor<4xi32>
  %m = stablehlo.constant dense<15> : tensor<4xi32>
  %a = stablehlo.shift_left %x, %c : tensor<4xi32>
  %r = stablehlo.and %a, %m : tensor<4xi32>
  return %r : tensor<4xi32>
}
