func.func public @main(%x: tensor<4xui8>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<256> : tensor<4xi32>
  %a = stablehlo.convert %x : (tensor<4xui8>) -> tensor<4xi32>
  %r = stablehlo.divide %a, %c : tensor<4xi32>
  return %r : tensor<4xi32>
}
