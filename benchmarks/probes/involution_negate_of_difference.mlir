func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.subtract %x, %y : tensor<4xf32>
  %r = stablehlo.negate %a : tensor<4xf32>
  return %r : tensor<4xf32>
}
