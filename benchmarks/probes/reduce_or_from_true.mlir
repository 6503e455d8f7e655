func.func public @main(%x: tensor<4xi1>) -> tensor<i1> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
