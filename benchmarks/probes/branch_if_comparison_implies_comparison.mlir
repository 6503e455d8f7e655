func.func public @main(%x: tensor<i32>) -> tensor<i1> {
  %c = stablehlo.constant dense<5> : tensor<i32>
  %d = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare LT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare LT, %x, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
