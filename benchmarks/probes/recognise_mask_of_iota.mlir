func.func public @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x4xi32>
  %c = stablehlo.constant dense<0> : tensor<4x4xi32>
  %p = stablehlo.compare GE, %i, %c : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
  %f = stablehlo.constant dense<0.0> : tensor<4x4xf32>
  %r = stablehlo.select %p, %x, %f : tensor<4x4xi1>, tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
