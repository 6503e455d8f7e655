func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %f = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.while(%a = %x) : tensor<4xi32>
   cond {
    stablehlo.return %f : tensor<i1>
  } do {
    %b = stablehlo.add %a, %a : tensor<4xi32>
    stablehlo.return %b : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
