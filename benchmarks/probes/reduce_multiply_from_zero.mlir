func.func public @main(%x: tensor<4xi32>) -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %c) applies stablehlo.multiply across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
