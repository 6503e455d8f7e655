func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<3> : tensor<4xi32>
  %d = stablehlo.constant dense<4> : tensor<4xi32>
  %a = stablehlo.subtract %x, %c : tensor<4xi32>
  %r = stablehlo.subtract %a, %d : tensor<4xi32>
  return %r : tensor<4xi32>
}
