func.func public @main(%x: tensor<4xi32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<4xf32>
  %a = stablehlo.convert %x : (tensor<4xi32>) -> tensor<4xf32>
  %r = stablehlo.add %a, %c : tensor<4xf32>
  return %r : tensor<4xf32>
}
