func.func public @main(%x: tensor<4x4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<0> : tensor<4x4xi32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.multiply %x, %c : tensor<4x4xi32>
  %r = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
