func.func public @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<4x2xf32>, tensor<4x1xi32>) -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}
