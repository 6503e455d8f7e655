func.func public @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %a = stablehlo.select %c, %x, %y : tensor<4xi1>, tensor<4xf32>
  %r = stablehlo.slice %a [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
