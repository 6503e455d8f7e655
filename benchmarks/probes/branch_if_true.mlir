func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %r = "stablehlo.if"(%c) ({
    stablehlo.return %x : tensor<4xi32>
  }, {
    stablehlo.return %y : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
