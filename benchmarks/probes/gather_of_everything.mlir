func.func public @main(%x: tensor<8xf32>, %y: tensor<1xi32>) -> tensor<8xf32> {
  %r = "stablehlo.gather"(%x, %y) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 8>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<1xi32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
