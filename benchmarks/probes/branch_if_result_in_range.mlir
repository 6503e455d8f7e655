func.func public @main(%x: tensor<i1>) -> tensor<i1> {
  %a = "stablehlo.if"(%x) ({
    %c = stablehlo.constant dense<5> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }, {
    %d = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %e = stablehlo.constant dense<10> : tensor<i32>
  %r = stablehlo.compare LT, %a, %e : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
