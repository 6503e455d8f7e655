func.func public @main(%x: tensor<4xf32>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4xf32>) -> tensor<i32>
  return %r : tensor<i32>
}
