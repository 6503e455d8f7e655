// before
func.func @main(%u: tensor<2xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.slice %u [1:2] : (tensor<2xi32>) -> tensor<1xi32>
  %r = stablehlo.pad %s, %z, low = [1], high = [2], interior = [0] : (tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- wrong: The first update may be written last.
func.func @main(%u: tensor<2xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %i = stablehlo.constant dense<[[1], [1]]> : tensor<2x1xi64>
  %r = "stablehlo.scatter"(%z, %i, %u) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false} : (tensor<4xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
