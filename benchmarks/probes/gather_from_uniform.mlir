func.func public @main(%x: tensor<3x1xi32>) -> tensor<3x2xf32> {
  %c = stablehlo.constant dense<5.0> : tensor<8x2xf32>
  %r = "stablehlo.gather"(%c, %x) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = false}> : (tensor<8x2xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
