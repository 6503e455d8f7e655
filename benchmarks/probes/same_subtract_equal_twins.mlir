func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.add %x, %y : tensor<4xi32>
  %b = stablehlo.add %x, %y : tensor<4xi32>
  %r = stablehlo.subtract %a, %b : tensor<4xi32>
  return %r : tensor<4xi32>
}
