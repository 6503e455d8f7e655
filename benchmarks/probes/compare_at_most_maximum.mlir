func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<2147483647> : tensor<4xi32>
  %r = stablehlo.compare LE, %x, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
