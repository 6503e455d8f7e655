func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %a = stablehlo.compare LT, %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r = stablehlo.not %a : tensor<4xi1>
  return %r : tensor<4xi1>
}
