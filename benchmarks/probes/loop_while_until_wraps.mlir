func.func public @main(%x: tensor<i8>) -> tensor<i8> {
  %z0 = stablehlo.constant dense<126> : tensor<i8>
  %o = stablehlo.constant dense<3> : tensor<i8>
  %r = stablehlo.while(%i = %x) : tensor<i8>
   cond {
    %p = stablehlo.compare GT, %i, %z0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i8>
    stablehlo.return %j : tensor<i8>
  }
  return %r : tensor<i8>
}
