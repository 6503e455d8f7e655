func.func public @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %a = stablehlo.convert %x : (tensor<4xbf16>) -> tensor<4xf32>
  %r = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xbf16>
  return %r : tensor<4xbf16>
}
