func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0e30> : tensor<4xf32>
  %d = stablehlo.constant dense<1.0e-30> : tensor<4xf32>
  %a = stablehlo.multiply %x, %c : tensor<4xf32>
  %r = stablehlo.multiply %a, %d : tensor<4xf32>
  return %r : tensor<4xf32>
}
