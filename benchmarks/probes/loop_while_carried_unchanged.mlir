func.func public @main(%x: tensor<4xi32>, %y: tensor<i8>) -> tensor<4xi32> {
  %z0 = stablehlo.constant dense<0> : tensor<i8>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %s, %r = stablehlo.while(%i = %z0, %a = %x) : tensor<i8>, tensor<4xi32>
   cond {
    %p = stablehlo.compare LT, %i, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i8>
    stablehlo.return %j, %a : tensor<i8>, tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
