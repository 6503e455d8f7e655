func.func public @main(%x: tensor<4xi1>) -> tensor<i1> {
  %z0 = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<5> : tensor<i32>
  %a = stablehlo.convert %x : (tensor<4xi1>) -> tensor<4xi32>
  %b = stablehlo.reduce(%a init: %z0) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %r = stablehlo.compare LT, %b, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
