func.func public @main(%x: tensor<4xi8>) -> tensor<i8> {
  %c = stablehlo.constant dense<127> : tensor<i8>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi8>, tensor<i8>) -> tensor<i8>
  return %r : tensor<i8>
}
