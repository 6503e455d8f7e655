func.func public @main(%x: tensor<4xui8>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0> : tensor<4xui8>
  %p = stablehlo.compare GE, %x, %c : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %z0 = stablehlo.constant dense<0.0> : tensor<4xf32>
  %r = stablehlo.select %p, %y, %z0 : tensor<4xi1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
