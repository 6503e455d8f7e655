func.func public @main(%x: tensor<4xui8>) -> tensor<i1> {
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<256> : tensor<i32>
  %a = stablehlo.convert %x : (tensor<4xui8>) -> tensor<4xi32>
  %b = stablehlo.reduce(%a init: %z0) applies stablehlo.maximum across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %r = stablehlo.compare LT, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
