func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %r = stablehlo.convert %a : (tensor<4xbf16>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
