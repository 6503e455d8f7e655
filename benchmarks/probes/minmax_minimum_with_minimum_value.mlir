func.func public @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = stablehlo.constant dense<-128> : tensor<4xi8>
  %r = stablehlo.minimum %x, %c : tensor<4xi8>
  return %r : tensor<4xi8>
}
