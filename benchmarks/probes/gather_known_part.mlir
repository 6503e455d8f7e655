func.func public @main(%x: tensor<4xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %a = stablehlo.concatenate %c, %x, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %r = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false}> : (tensor<8xf32>, tensor<2x1xi32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
