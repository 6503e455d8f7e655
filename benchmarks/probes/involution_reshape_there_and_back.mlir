func.func public @main(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %a = stablehlo.reshape %x : (tensor<4x3xf32>) -> tensor<12xf32>
  %r = stablehlo.reshape %a : (tensor<12xf32>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
