func.func public @main(%x: tensor<i1>, %y: tensor<4xi32>, %z: tensor<4xi32>, %w: tensor<4xi32>) -> tensor<4xi32> {
  %r = "stablehlo.if"(%x) ({
    %a = "stablehlo.if"(%x) ({
      stablehlo.return %y : tensor<4xi32>
    }, {
      stablehlo.return %z : tensor<4xi32>
    }) : (tensor<i1>) -> tensor<4xi32>
    stablehlo.return %a : tensor<4xi32>
  }, {
    stablehlo.return %w : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
