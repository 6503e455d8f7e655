func.func public @main(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %r = stablehlo.add %c, %x : tensor<4xui8>
  return %r : tensor<4xui8>
}
