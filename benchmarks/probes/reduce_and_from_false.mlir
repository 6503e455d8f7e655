func.func public @main(%x: tensor<4xi1>) -> tensor<i1> {
  %c = stablehlo.constant dense<false> : tensor<i1>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
