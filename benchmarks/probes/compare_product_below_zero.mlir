func.func public @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<3> : tensor<4xi32>
  %d = stablehlo.constant dense<0> : tensor<4xi32>
  %a = stablehlo.multiply %x, %c : tensor<4xi32>
  %r = stablehlo.compare LT, %a, %d : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
