func.func public @main(%x: tensor<i1>) -> tensor<i32> {
  %r = "stablehlo.if"(%x) ({
    %c = stablehlo.constant dense<5> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %d = stablehlo.constant dense<5> : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
