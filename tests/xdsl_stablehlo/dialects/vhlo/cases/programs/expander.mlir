// Programs of test_expander.py: `stablehlo-compatibility-expander`: newer ops in older ones' terms, with the values
// of the interpreter.

// -----
// tan
func.func @main(%a: tensor<3x{0}>) -> tensor<3x{0}> {{
  %0 = stablehlo.tan %a : tensor<3x{0}>
  return %0 : tensor<3x{0}>
}}

// -----
// gather
func.func @main(%a: tensor<3x2x4x5xi32>, %i: tensor<4x3x2xi64>) -> tensor<4x3x5xi32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2],
    collapsed_slice_dims = [1], operand_batching_dims = [0, 2], start_indices_batching_dims = [1, 0],
    start_index_map = [1, 3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 5>}>
    : (tensor<3x2x4x5xi32>, tensor<4x3x2xi64>) -> tensor<4x3x5xi32>
  return %0 : tensor<4x3x5xi32>
}

// -----
// scatter
func.func @main(%a: tensor<3x4xi32>, %i: tensor<3xi8>, %u: tensor<3xi32>) -> tensor<3x4xi32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1],
    input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1],
    index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4xi32>, tensor<3xi8>, tensor<3xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}
