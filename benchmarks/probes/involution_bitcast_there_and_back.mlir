func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %r = stablehlo.bitcast_convert %a : (tensor<4xi32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
