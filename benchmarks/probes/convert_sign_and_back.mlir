func.func public @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %a = stablehlo.convert %x : (tensor<4xi8>) -> tensor<4xui8>
  %r = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
