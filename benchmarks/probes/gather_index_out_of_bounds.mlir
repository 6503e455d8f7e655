func.func public @main(%x: tensor<8xf32>) -> tensor<2xf32> {
  %i = stablehlo.constant dense<9> : tensor<1xi32>
  %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
