// before
func.func @main(%x: tensor<4xi32>, %i: tensor<1x1xi32>, %u: tensor<1xi32>) -> tensor<4xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<4xi32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- right: One update is unique.
func.func @main(%x: tensor<4xi32>, %i: tensor<1x1xi32>, %u: tensor<1xi32>) -> tensor<4xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true} : (tensor<4xi32>, tensor<1x1xi32>, tensor<1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- wrong: An index outside is left out, and not clamped.
func.func @main(%x: tensor<4xi32>, %i: tensor<1x1xi32>, %u: tensor<1xi32>) -> tensor<4xi32> {
  %s = stablehlo.reshape %i : (tensor<1x1xi32>) -> tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %u, %s : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
