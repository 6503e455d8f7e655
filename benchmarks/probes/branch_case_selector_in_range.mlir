func.func public @main(%x: tensor<i32>, %y: tensor<4xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %i = stablehlo.or %x, %o : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %y : tensor<4xi32>
  }, {
    stablehlo.return %z : tensor<4xi32>
  }) : (tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
