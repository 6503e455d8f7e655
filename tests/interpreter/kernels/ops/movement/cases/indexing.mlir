// slice, dynamic_slice, dynamic_update_slice, gather, torch_index_select.

// -----

// Slice.
func.func @main(%a0: tensor<2x3x4xi1>) -> tensor<2x1x2xi1> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xi1>) -> tensor<2x1x2xi1>
  return %r0 : tensor<2x1x2xi1>
}

// run: sample
// cpp: the same

// -----

// Slice.
func.func @main(%a0: tensor<2x3x4xi4>) -> tensor<2x1x2xi4> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xi4>) -> tensor<2x1x2xi4>
  return %r0 : tensor<2x1x2xi4>
}

// run: sample
// cpp: the same

// -----

// Slice (f8E4M3FN).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>) -> tensor<2x1x2xf8E4M3FN> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xf8E4M3FN>) -> tensor<2x1x2xf8E4M3FN>
  return %r0 : tensor<2x1x2xf8E4M3FN>
}

// run: sample
// cpp: the same

// -----

// Slice (f8E5M2).
func.func @main(%a0: tensor<2x3x4xf8E5M2>) -> tensor<2x1x2xf8E5M2> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xf8E5M2>) -> tensor<2x1x2xf8E5M2>
  return %r0 : tensor<2x1x2xf8E5M2>
}

// run: sample
// cpp: the same

// -----

// Slice.
func.func @main(%a0: tensor<2x3x4xf32>) -> tensor<2x1x2xf32> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xf32>) -> tensor<2x1x2xf32>
  return %r0 : tensor<2x1x2xf32>
}

// run: sample
// cpp: the same

// -----

// Slice (complex<f32>).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>) -> tensor<2x1x2xcomplex<f32>> {
  %r0 = stablehlo.slice %a0 [0:2, 1:3:2, 0:4:3] : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x1x2xcomplex<f32>>
  return %r0 : tensor<2x1x2xcomplex<f32>>
}

// run: sample
// cpp: the same

// -----

// Dynamic slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xi1>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xi1> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xi1>
  return %r0 : tensor<1x2x3xi1>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xi4>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xi4> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xi4>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xi4>
  return %r0 : tensor<1x2x3xi4>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice clamps start indices (f8E4M3FN-starts0).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xf8E4M3FN> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xf8E4M3FN>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf8E4M3FN>
  return %r0 : tensor<1x2x3xf8E4M3FN>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice clamps start indices (f8E5M2-starts0).
func.func @main(%a0: tensor<2x3x4xf8E5M2>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xf8E5M2> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xf8E5M2>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf8E5M2>
  return %r0 : tensor<1x2x3xf8E5M2>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xf32> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xf32>
  return %r0 : tensor<1x2x3xf32>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice clamps start indices (complex<f32>-starts0).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>, %a1: tensor<i32>, %a2: tensor<i32>, %a3: tensor<i32>) -> tensor<1x2x3xcomplex<f32>> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, %a2, %a3, sizes = [1, 2, 3] : (tensor<2x3x4xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x3xcomplex<f32>>
  return %r0 : tensor<1x2x3xcomplex<f32>>
}

// run: sample, 0, 0, 0
// cpp: the same

// run: sample, 1, 2, 1
// cpp: the same

// run: sample, -5, 9, 100
// cpp: the same

// -----

// Dynamic slice takes unsigned indices for what they are.
func.func @main(%a0: tensor<9xi32>, %a1: tensor<ui8>) -> tensor<2xi32> {
  %r0 = stablehlo.dynamic_slice %a0, %a1, sizes = [2] : (tensor<9xi32>, tensor<ui8>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: iota, 200
// => [7, 8]

// -----

// Dynamic update slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xi1>, %a1: tensor<1x2x3xi1>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xi1> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xi1>, tensor<1x2x3xi1>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi1>
  return %r0 : tensor<2x3x4xi1>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xi4>, %a1: tensor<1x2x3xi4>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xi4> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xi4>, tensor<1x2x3xi4>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xi4>
  return %r0 : tensor<2x3x4xi4>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice clamps start indices (f8E4M3FN-starts0).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>, %a1: tensor<1x2x3xf8E4M3FN>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xf8E4M3FN> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xf8E4M3FN>, tensor<1x2x3xf8E4M3FN>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf8E4M3FN>
  return %r0 : tensor<2x3x4xf8E4M3FN>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice clamps start indices (f8E5M2-starts0).
func.func @main(%a0: tensor<2x3x4xf8E5M2>, %a1: tensor<1x2x3xf8E5M2>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xf8E5M2> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xf8E5M2>, tensor<1x2x3xf8E5M2>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf8E5M2>
  return %r0 : tensor<2x3x4xf8E5M2>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice clamps start indices.
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<1x2x3xf32>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xf32> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xf32>, tensor<1x2x3xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  return %r0 : tensor<2x3x4xf32>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice clamps start indices (complex<f32>-starts0).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>, %a1: tensor<1x2x3xcomplex<f32>>, %a2: tensor<i32>, %a3: tensor<i32>, %a4: tensor<i32>) -> tensor<2x3x4xcomplex<f32>> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3, %a4 : (tensor<2x3x4xcomplex<f32>>, tensor<1x2x3xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xcomplex<f32>>
  return %r0 : tensor<2x3x4xcomplex<f32>>
}

// run: sample, sample 5, 0, 0, 0
// cpp: the same

// run: sample, sample 5, 1, 2, 1
// cpp: the same

// run: sample, sample 5, -5, 9, 100
// cpp: the same

// -----

// Dynamic update slice leaves its operand alone.
func.func @main() -> (tensor<3xi32>, tensor<3xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %u = stablehlo.constant dense<9> : tensor<1xi32>
  %r0 = stablehlo.dynamic_update_slice %c, %u, %z : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  return %c, %r0 : tensor<3xi32>, tensor<3xi32>
}

// run:
// => [1, 2, 3]
// => [9, 2, 3]

// -----

// Gather clamps start indices.
func.func @main(%a0: tensor<3x4x2xi1>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi1> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi1>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi1>
  return %r0 : tensor<2x3x2x2xi1>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather clamps start indices.
func.func @main(%a0: tensor<3x4x2xi4>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xi4> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi4>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi4>
  return %r0 : tensor<2x3x2x2xi4>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather clamps start indices (f8E4M3FN).
func.func @main(%a0: tensor<3x4x2xf8E4M3FN>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xf8E4M3FN> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf8E4M3FN>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf8E4M3FN>
  return %r0 : tensor<2x3x2x2xf8E4M3FN>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather clamps start indices (f8E5M2).
func.func @main(%a0: tensor<3x4x2xf8E5M2>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xf8E5M2> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf8E5M2>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf8E5M2>
  return %r0 : tensor<2x3x2x2xf8E5M2>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather clamps start indices.
func.func @main(%a0: tensor<3x4x2xf32>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xf32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xf32>
  return %r0 : tensor<2x3x2x2xf32>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather clamps start indices (complex<f32>).
func.func @main(%a0: tensor<3x4x2xcomplex<f32>>, %a1: tensor<2x3x2xi64>) -> tensor<2x3x2x2xcomplex<f32>> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xcomplex<f32>>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xcomplex<f32>>
  return %r0 : tensor<2x3x2x2xcomplex<f32>>
}

// run: sample, [[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]]
// cpp: the same

// -----

// Gather with batching dimensions.
func.func @main(%a0: tensor<2x3x4x2xi1>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi1> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi1>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi1>
  return %r0 : tensor<2x2x3x2x2xi1>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather with batching dimensions.
func.func @main(%a0: tensor<2x3x4x2xi4>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi4> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi4>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xi4>
  return %r0 : tensor<2x2x3x2x2xi4>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather with batching dimensions (f8E4M3FN).
func.func @main(%a0: tensor<2x3x4x2xf8E4M3FN>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf8E4M3FN> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xf8E4M3FN>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf8E4M3FN>
  return %r0 : tensor<2x2x3x2x2xf8E4M3FN>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather with batching dimensions (f8E5M2).
func.func @main(%a0: tensor<2x3x4x2xf8E5M2>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf8E5M2> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xf8E5M2>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf8E5M2>
  return %r0 : tensor<2x2x3x2x2xf8E5M2>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather with batching dimensions.
func.func @main(%a0: tensor<2x3x4x2xf32>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf32> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xf32>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xf32>
  return %r0 : tensor<2x2x3x2x2xf32>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather with batching dimensions (complex<f32>).
func.func @main(%a0: tensor<2x3x4x2xcomplex<f32>>, %a1: tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xcomplex<f32>> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xcomplex<f32>>, tensor<2x2x3x2xi64>) -> tensor<2x2x3x2x2xcomplex<f32>>
  return %r0 : tensor<2x2x3x2x2xcomplex<f32>>
}

// run: sample, [[[[3, 2], [1, -1], [0, -2]], [[-2, -2], [-1, 3], [2, 4]]], [[[1, 2], [4, 3], [2, 1]], [[1, 4], [-1, 3], [2, -2]]]]
// cpp: the same

// -----

// Gather takes unsigned indices for what they are.
func.func @main(%a0: tensor<5xi32>, %a1: tensor<2x1xui64>) -> tensor<2xi32> {
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xi32>, tensor<2x1xui64>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: iota, [[9223372036854775808], [2]]
// => [4, 2]

// -----

// Torch index select.
func.func @main(%a0: tensor<2x3xi32>, %a1: tensor<2x2xi32>) -> tensor<2x2x2xi32> {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2x2xi32>
  return %r0 : tensor<2x2x2xi32>
}

// run: [[1, 2, 3], [4, 5, 6]], [[2, 0], [-1, 7]]
// => [[[3, 1], [1, 3]], [[6, 4], [4, 6]]]

// -----

// Torch index select walks batches together.
func.func @main(%a0: tensor<2x2x3xi32>, %a1: tensor<2x1xi32>) -> tensor<2x2x1xi32> {
  %r0 = "stablehlo.torch_index_select"(%a0, %a1) <{batch_dims = 1 : i64, dim = 2 : i64}> : (tensor<2x2x3xi32>, tensor<2x1xi32>) -> tensor<2x2x1xi32>
  return %r0 : tensor<2x2x1xi32>
}

// run: iota, [[2], [0]]
// => [[[2], [5]], [[6], [9]]]

// -----

// Dynamic update slice of everything.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>, %a2: tensor<i32>) -> tensor<3xi32> {
  %r0 = stablehlo.dynamic_update_slice %a0, %a1, %a2 : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 0, 0], [0, 1, 2], 2
// => [0, 1, 2]
// cpp: the same
