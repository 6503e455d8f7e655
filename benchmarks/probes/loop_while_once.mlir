func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %s, %r = stablehlo.while(%i = %z0, %a = %x) : tensor<i32>, tensor<4xi32>
   cond {
    %p = stablehlo.compare LT, %i, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %b = stablehlo.multiply %a, %a : tensor<4xi32>
    stablehlo.return %j, %b : tensor<i32>, tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
