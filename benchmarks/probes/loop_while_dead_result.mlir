func.func public @main(%x: tensor<4xi32>, %y: tensor<4xi32>, %z: tensor<i8>) -> tensor<4xi32> {
  %z0 = stablehlo.constant dense<0> : tensor<i8>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %s, %r, %t = stablehlo.while(%i = %z0, %a = %x, %d = %y) : tensor<i8>, tensor<4xi32>, tensor<4xi32>
   cond {
    %p = stablehlo.compare LT, %i, %z : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i8>
    %b = stablehlo.add %a, %a : tensor<4xi32>
    %e = stablehlo.xor %d, %b : tensor<4xi32>
    stablehlo.return %j, %b, %e : tensor<i8>, tensor<4xi32>, tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
