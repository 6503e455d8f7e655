func.func public @main(%x: tensor<4xi64>) -> tensor<4xi64> {
  %c = stablehlo.constant dense<0> : tensor<4xi64>
  %r = stablehlo.subtract %x, %c : tensor<4xi64>
  return %r : tensor<4xi64>
}
