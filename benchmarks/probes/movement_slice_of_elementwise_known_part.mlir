func.func public @main(%x: tensor<4xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %t = stablehlo.constant dense<10> : tensor<6xi32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<2xi32>, tensor<4xi32>) -> tensor<6xi32>
  %b = stablehlo.multiply %a, %t : tensor<6xi32>
  %r = stablehlo.slice %b [0:2] : (tensor<6xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
