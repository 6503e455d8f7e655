func.func public @main(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %r = stablehlo.reverse %x, dims = [0] : tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}
