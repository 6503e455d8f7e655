func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.maximum %x, %y : tensor<4xi32>
  %r = stablehlo.minimum %x, %a : tensor<4xi32>
  return %r : tensor<4xi32>
}
