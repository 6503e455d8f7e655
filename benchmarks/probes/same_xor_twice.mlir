func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.xor %x, %y : tensor<4xi32>
  %r = stablehlo.xor %a, %y : tensor<4xi32>
  return %r : tensor<4xi32>
}
