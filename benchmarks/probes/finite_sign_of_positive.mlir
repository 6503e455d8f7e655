func.func public @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %l = stablehlo.constant dense<1> : tensor<4xi32>
  %a = stablehlo.maximum %x, %l : tensor<4xi32>
  %r = stablehlo.sign %a : tensor<4xi32>
  return %r : tensor<4xi32>
}
