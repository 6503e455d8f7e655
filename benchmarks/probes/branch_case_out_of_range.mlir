func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %r = "stablehlo.case"(%c) ({
    stablehlo.return %x : tensor<4xi32>
  }, {
    stablehlo.return %y : tensor<4xi32>
  }) : (tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
