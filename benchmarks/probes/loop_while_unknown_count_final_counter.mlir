func.func public @main(%x: tensor<i8>) -> tensor<i1> {
  %z0 = stablehlo.constant dense<0> : tensor<i8>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %r0 = stablehlo.while(%i = %z0) : tensor<i8>
   cond {
    %p = stablehlo.compare LT, %i, %x : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i8>
    stablehlo.return %j : tensor<i8>
  }
  %r = stablehlo.compare GE, %r0, %z0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %r : tensor<i1>
}
