// before
func.func @main(%x: tensor<9x40xf32>) -> tensor<3x40xf32> {
  %at = stablehlo.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 40>}> : (tensor<9x40xf32>, tensor<3x1xi32>) -> tensor<3x40xf32>
  return %r : tensor<3x40xf32>
}
// ----- right: Positions with equal steps are those of a slice.
func.func @main(%x: tensor<9x40xf32>) -> tensor<3x40xf32> {
  %r = stablehlo.slice %x [1:7:2, 0:40] : (tensor<9x40xf32>) -> tensor<3x40xf32>
  return %r : tensor<3x40xf32>
}
// ----- wrong: The last one is elsewhere.
func.func @main(%x: tensor<9x40xf32>) -> tensor<3x40xf32> {
  %at = stablehlo.constant dense<[[1], [3], [6]]> : tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 40>}> : (tensor<9x40xf32>, tensor<3x1xi32>) -> tensor<3x40xf32>
  return %r : tensor<3x40xf32>
}
// ----- wrong: The steps are longer.
func.func @main(%x: tensor<9x40xf32>) -> tensor<3x40xf32> {
  %r = stablehlo.slice %x [1:8:3, 0:40] : (tensor<9x40xf32>) -> tensor<3x40xf32>
  return %r : tensor<3x40xf32>
}
