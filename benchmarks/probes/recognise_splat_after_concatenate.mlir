func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<0> : tensor<2xi32>
  %d = stablehlo.constant dense<0> : tensor<2xi32>
  %a = stablehlo.concatenate %c, %d, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  %r = stablehlo.add %x, %a : tensor<4xi32>
  return %r : tensor<4xi32>
}
