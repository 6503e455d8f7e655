func.func public @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %c = stablehlo.constant dense<1.0> : tensor<4xbf16>
  %r = stablehlo.multiply %c, %x : tensor<4xbf16>
  return %r : tensor<4xbf16>
}
