func.func public @main(%x: tensor<i8>, %y: tensor<i8>) -> tensor<i8> {
  %z0 = stablehlo.constant dense<0> : tensor<i8>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %s, %r, %t = stablehlo.while(%i = %z0, %a = %x, %c = %o) : tensor<i8>, tensor<i8>, tensor<i8>
   cond {
    %p = stablehlo.compare LT, %i, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i8>
    %m = stablehlo.multiply %a, %c : tensor<i8>
    %b = stablehlo.add %m, %j : tensor<i8>
    stablehlo.return %j, %b, %c : tensor<i8>, tensor<i8>, tensor<i8>
  }
  return %r : tensor<i8>
}
