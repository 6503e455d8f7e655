func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<15> : tensor<4xi32>
  %m = stablehlo.and %x, %c : tensor<4xi32>
  %a = stablehlo.convert %m : (tensor<4xi32>) -> tensor<4xi8>
  %r = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
