func.func public @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
  %r = stablehlo.compare EQ, %x, %c : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
