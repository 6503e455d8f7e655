func.func public @main(%x: tensor<4xi16>) -> tensor<4xi1> {
  %a = stablehlo.convert %x : (tensor<4xi16>) -> tensor<4xf32>
  %r = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
