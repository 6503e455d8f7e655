func.func public @main(%x: tensor<4xi8>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<9> : tensor<4xi8>
  %a = stablehlo.popcnt %x : tensor<4xi8>
  %r = stablehlo.compare LT, %a, %c : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
