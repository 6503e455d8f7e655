func.func public @main(%x: tensor<4xi32>) -> tensor<4xf32> {
  %a = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  %r = stablehlo.subtract %a, %a : tensor<4xf32>
  return %r : tensor<4xf32>
}
