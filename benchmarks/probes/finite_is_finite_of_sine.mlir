func.func public @main(%x: tensor<4xi8>) -> tensor<4xi1> {
  %a = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xf32>
  %b = stablehlo.sine %a : tensor<4xf32>
  %r = stablehlo.is_finite %b : (tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
