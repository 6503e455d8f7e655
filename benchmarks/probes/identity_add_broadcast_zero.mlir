func.func public @main(%x: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x4xi32>
  %r = stablehlo.add %x, %b : tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}
