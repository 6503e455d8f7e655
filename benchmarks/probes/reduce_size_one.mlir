func.func public @main(%x: tensor<1x4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<1x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
