func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xi8>
  %r = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
