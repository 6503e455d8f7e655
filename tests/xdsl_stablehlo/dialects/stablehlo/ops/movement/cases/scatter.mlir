// scatter: the type that is inferred, and how it is printed.

// -----

func.func @scatter(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>, %arg2: tensor<2x2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return
}

// infer:
// unchanged

// -----

func.func @scatter_1(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>, %arg2: tensor<2x2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
func.func @scatter_2(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>, %arg2: tensor<2x2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, unique_indices = false}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return
}
func.func @scatter_3(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>, %arg2: tensor<2x2x3x2x2xi32>) {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>, unique_indices = true}> ({
  ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return
}

// speculate:
// => yes: @scatter_1
// => no: @scatter_2 @scatter_3

// -----

func.func @scatter(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32> {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return %r0 : tensor<2x3x4x2xi32>
}

// print:
// unchanged
// cpp: the same
