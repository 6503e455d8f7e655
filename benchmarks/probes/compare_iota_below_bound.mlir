func.func public @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %c = stablehlo.constant dense<4> : tensor<4xi32>
  %a = stablehlo.compare LT, %i, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %r = stablehlo.and %a, %x : tensor<4xi1>
  return %r : tensor<4xi1>
}
