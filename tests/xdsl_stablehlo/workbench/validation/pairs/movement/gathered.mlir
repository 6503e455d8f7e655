// before
func.func @main(%x: tensor<5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<5xi32>, tensor<3x1xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
// ----- right: Indices are clamped to 0 and 4.
func.func @main(%x: tensor<5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %l = stablehlo.constant dense<0> : tensor<3x1xi32>
  %h = stablehlo.constant dense<4> : tensor<3x1xi32>
  %c = stablehlo.clamp %l, %i, %h : tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %c) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<5xi32>, tensor<3x1xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
// ----- wrong: They do not wrap around.
func.func @main(%x: tensor<5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %n = stablehlo.constant dense<5> : tensor<3x1xi32>
  %z = stablehlo.constant dense<0> : tensor<3x1xi32>
  %p = stablehlo.compare LT, %i, %z : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x1xi1>
  %j = stablehlo.add %i, %n : tensor<3x1xi32>
  %c = stablehlo.select %p, %j, %i : tensor<3x1xi1>, tensor<3x1xi32>
  %r = "stablehlo.gather"(%x, %c) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = false} : (tensor<5xi32>, tensor<3x1xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
// ----- wrong: Nothing says that they are sorted.
func.func @main(%x: tensor<5xi32>, %i: tensor<3x1xi32>) -> tensor<3xi32> {
  %r = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>, indices_are_sorted = true} : (tensor<5xi32>, tensor<3x1xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
