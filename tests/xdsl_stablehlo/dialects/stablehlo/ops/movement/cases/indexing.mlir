// Slices and gather: the types that are inferred, and how they are printed.

// -----

func.func @slice_1(%arg0: tensor<7xf32>) {
  %0 = stablehlo.slice %arg0 [1:7:2] : (tensor<7xf32>) -> tensor<3xf32>
  return
}
func.func @slice_2(%arg0: tensor<7xf32>) {
  %0 = stablehlo.slice %arg0 [7:7] : (tensor<7xf32>) -> tensor<0xf32>
  return
}
func.func @slice_3(%arg0: tensor<?xf32, #stablehlo.bounds<7>>) {
  %0 = stablehlo.slice %arg0 [1:3] : (tensor<?xf32, #stablehlo.bounds<7>>) -> tensor<2xf32>
  return
}
func.func @dynamic_slice(%arg0: tensor<?xf32>, %arg1: tensor<i32>) {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [3] : (tensor<?xf32>, tensor<i32>) -> tensor<3xf32>
  return
}
func.func @dynamic_update_slice(%arg0: tensor<4xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}
func.func @gather_1(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>) -> tensor<2x2x3x2x2xi32>
  return
}
func.func @gather_2(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<?x2x3x2xi32, #stablehlo.bounds<9, ?, ?, ?>>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<?x2x3x2xi32, #stablehlo.bounds<9, ?, ?, ?>>) -> tensor<?x2x3x2x2xi32, #stablehlo.bounds<9, ?, ?, ?, ?>>
  return
}

// infer:
// unchanged

// -----

func.func @gather_1(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>) -> tensor<2x2x3x2x2xi32>
  return
}
func.func @gather_2(%arg0: tensor<2x3x4x2xi32>, %arg1: tensor<2x2x3x2xi32>) {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi32>) -> tensor<2x2x3x2x2xi32>
  return
}

// speculate:
// => yes: @gather_1
// => no: @gather_2

// -----

func.func @slice(%a0: tensor<4x6xf32>) -> tensor<2x3xf32> {
  %r0 = stablehlo.slice %a0 [1:3, 0:6:2] : (tensor<4x6xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}
func.func @dynamic_slice(%a0: tensor<4xf32>, %a1: tensor<i32>) -> tensor<2xf32> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @dynamic_update_slice(%a0: tensor<4xf32>, %a1: tensor<i32>) -> tensor<4xf32> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a0, %a1 : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
func.func @gather(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi32>
  return %r0 : tensor<2x2x3x2x2xi32>
}
func.func @torch_index_select(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @dynamic_slice(%a0: tensor<f32>) -> tensor<f32> {
  %r0 = stablehlo.dynamic_slice %a0, sizes = [] : (tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// print:
// unchanged
