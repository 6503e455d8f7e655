func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.sign %x : tensor<4xf32>
  %b = stablehlo.abs %x : tensor<4xf32>
  %r = stablehlo.multiply %a, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}
