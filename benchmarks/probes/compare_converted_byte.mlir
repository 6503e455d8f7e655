func.func public @main(%x: tensor<4xui8>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<300> : tensor<4xi32>
  %a = stablehlo.convert %x : (tensor<4xui8>) -> tensor<4xi32>
  %r = stablehlo.compare LT, %a, %c : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
