func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.floor %x : tensor<4xf32>
  %r = stablehlo.floor %a : tensor<4xf32>
  return %r : tensor<4xf32>
}
