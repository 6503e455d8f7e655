func.func public @main(%x: tensor<3xi1>) -> tensor<i1> {
  %t = stablehlo.constant dense<true> : tensor<i1>
  %f = stablehlo.constant dense<[false]> : tensor<1xi1>
  %a = stablehlo.concatenate %x, %f, dim = 0 : (tensor<3xi1>, tensor<1xi1>) -> tensor<4xi1>
  %r = stablehlo.reduce(%a init: %t) applies stablehlo.and across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}
