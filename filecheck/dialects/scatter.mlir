// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @scatter(
func.func @scatter(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi64>, %arg2: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32> {
  // CHECK: %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    // CHECK: %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    // CHECK: stablehlo.return %1 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return %0 : tensor<2x3x4x2xi32>
}
