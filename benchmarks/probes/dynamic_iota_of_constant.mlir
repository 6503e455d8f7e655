func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<4> : tensor<1xi32>
  %i = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<4xi32>
  %r = stablehlo.add %x, %i : tensor<4xi32>
  return %r : tensor<4xi32>
}
