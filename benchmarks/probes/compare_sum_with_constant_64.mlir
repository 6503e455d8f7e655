func.func public @main(%x: tensor<4xi64>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<1> : tensor<4xi64>
  %d = stablehlo.constant dense<5> : tensor<4xi64>
  %a = stablehlo.add %x, %c : tensor<4xi64>
  %r = stablehlo.compare LT, %a, %d : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
