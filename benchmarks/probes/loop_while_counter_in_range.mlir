func.func public @main(%x: tensor<i32>) -> tensor<i1> {
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %s, %r, %u = stablehlo.while(%i = %z0, %a = %t, %v = %x) : tensor<i32>, tensor<i1>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %b = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %d = stablehlo.multiply %v, %v : tensor<i32>
    stablehlo.return %j, %b, %d : tensor<i32>, tensor<i1>, tensor<i32>
  }
  return %r : tensor<i1>
}
