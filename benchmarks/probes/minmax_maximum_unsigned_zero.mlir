func.func public @main(%x: tensor<4xui8>) -> tensor<4xui8> {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %r = stablehlo.maximum %x, %c : tensor<4xui8>
  return %r : tensor<4xui8>
}
