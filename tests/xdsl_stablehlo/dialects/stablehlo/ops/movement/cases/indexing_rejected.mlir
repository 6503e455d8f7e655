// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// slice_c1
func.func @main(%a0: tensor<4xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.slice' op requires the same element type for all operands and results (C1)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type

// -----

// slice_c2
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op failed to verify that all of {start_indices, limit_indices, strides} have same size (C2)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: failed to verify that all of {start_indices, limit_indices, strides} have same size

// -----

// slice_c2_rank
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op the number of elements in start_indices (2) does not match the rank of the operand (1) (C2)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>}> : (tensor<4xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: the number of elements in start_indices (2) does not match the rank of the operand (1)

// -----

// slice_c3_start
func.func @main(%a0: tensor<4xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op negative start index -1 in dimension 0 (C3)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: -1>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: negative start index -1 in dimension 0

// -----

// slice_c3_limit
func.func @main(%a0: tensor<4xf32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op limit index 5 is larger than dimension size 4 in dimension 0 (C3)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: limit index 5 is larger than dimension size 4 in dimension 0

// -----

// slice_c3_bound
func.func @main(%a0: tensor<?xf32, #stablehlo.bounds<4>>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op limit index 5 is larger than dimension bound 4 in dimension 0 (C3)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 1>}> : (tensor<?xf32, #stablehlo.bounds<4>>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: limit index 5 is larger than dimension bound 4 in dimension 0

// -----

// slice_c3_order
func.func @main(%a0: tensor<4xf32>) -> (tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op start index 3 is larger than limit index 2 in dimension 0 (C3)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 3>, limit_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xf32>) -> (tensor<1xf32>)
  return %r0 : tensor<1xf32>
}

// cpp: start index 3 is larger than limit index 2 in dimension 0

// -----

// slice_c4
func.func @main(%a0: tensor<4xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op stride must be positive but got 0 in dimension 0 (C4)}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 0>}> : (tensor<4xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: stride must be positive but got 0 in dimension 0

// -----

// slice_c5
func.func @main(%a0: tensor<4xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.slice"(%a0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 3>, strides = array<i64: 2>}> : (tensor<4xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// dynamic_slice_c1
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type (C1)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: failed to verify that all of {operand, result} have same element type

// -----

// dynamic_slice_c2
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has mismatched number of slice sizes (2) and number of start indices (1) (C2)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4xf32>, tensor<i32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: has mismatched number of slice sizes (2) and number of start indices (1)

// -----

// dynamic_slice_c2_rank
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<i32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has mismatched number of start indices (1) and the rank of operand (2) (C2)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4x6xf32>, tensor<i32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: has mismatched number of start indices (1) and the rank of operand (2)

// -----

// dynamic_slice_c3
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<i32>, %a2: tensor<i64>) -> (tensor<1x1xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op start indices must have same element type (C3)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 1, 1>}> : (tensor<4x6xf32>, tensor<i32>, tensor<i64>) -> (tensor<1x1xf32>)
  return %r0 : tensor<1x1xf32>
}

// cpp: start indices must have same element type

// -----

// dynamic_slice_c4
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has slice size 5 greater than dimension size 4 in dimension 0 of operand (C4)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 5>}> : (tensor<4xf32>, tensor<i32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: has slice size 5 greater than dimension size 4 in dimension 0 of operand

// -----

// dynamic_slice_c4_negative
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i32>) -> (tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op has negative size index to dynamic slice: -1 (C4)}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: -1>}> : (tensor<4xf32>, tensor<i32>) -> (tensor<1xf32>)
  return %r0 : tensor<1xf32>
}

// cpp: has negative size index to dynamic slice: -1

// -----

// dynamic_slice_c5
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// dynamic_update_slice_c1
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<i32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// dynamic_update_slice_c2
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf64>, %a2: tensor<i32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type (C1, C2)}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4xf64>, tensor<i32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: failed to verify that all of {operand, update, result} have same element type

// -----

// dynamic_update_slice_c3
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4x6xf32>, %a2: tensor<i32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op update rank does not match operand rank: 2 vs 1. (C3)}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4x6xf32>, tensor<i32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: update rank does not match operand rank: 2 vs 1.

// -----

// dynamic_update_slice_c4
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %a2: tensor<i32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects number of start_indices to match operand rank: 1 vs 2. (C4)}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<i32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects number of start_indices to match operand rank: 1 vs 2.

// -----

// dynamic_update_slice_c5
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %a2: tensor<i32>, %a3: tensor<i64>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op start indices must have same element type (C5)}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<i32>, tensor<i64>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: start indices must have same element type

// -----

// dynamic_update_slice_c6
func.func @main(%a0: tensor<4xf32>, %a1: tensor<5xf32>, %a2: tensor<i32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects size at dimension 0 of update to be in range [0, 4]. Got: 5. (C6)}}
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: expects size at dimension 0 of update to be in range [0, 4]. Got: 5.

// -----

// gather_c1
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op offset_dims size (3) plus collapse_slice_dims size (1) plus operand_batching_dims size (1) is not equal to operand rank (4) (C1)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: is not equal to operand rank (4)

// -----

// gather_c2
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 4]. got: 5. (C2)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 5>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 4]. got: 5.

// -----

// gather_c2_negative
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 4]. got: -1. (C2)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = -1>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: i.e. [0, 4]. got: -1.

// -----

// gather_c3
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op start_index_map size (1) is not equal to size of index dimension (3) of start_indices (2) (C3)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: start_index_map size (1) is not equal to size of index dimension (3) of start_indices (2)

// -----

// gather_c3_implied
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op start_index_map size (2) is not equal to size of index dimension (4) of start_indices (1) (C3)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 4>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: start_index_map size (2) is not equal to size of index dimension (4) of start_indices (1)

// -----

// gather_c4_sorted
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects offset_dims to be sorted, got: [4, 3] (C4)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [4, 3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects offset_dims to be sorted, got: [4, 3]

// -----

// gather_c4_unique
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects offset_dims to not repeat, got: [3, 3] (C4)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 3], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects offset_dims to not repeat, got: [3, 3]

// -----

// gather_c5
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 5). got: 5. (C5)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 5], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 5). got: 5.

// -----

// gather_c6
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0 (C6)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [0], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0

// -----

// gather_c7
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects collapsed_slice_dims to be sorted, got: [2, 1] (C7)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [2, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects collapsed_slice_dims to be sorted, got: [2, 1]

// -----

// gather_c8
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C8)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [4], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// gather_c9
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2 (C9)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 2, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2

// -----

// gather_c10
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects operand_batching_dims to be sorted, got: [1, 0] (C10)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [1, 0], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects operand_batching_dims to be sorted, got: [1, 0]

// -----

// gather_c11
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C11)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [4], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// gather_c12
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2 (C12)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 2, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2

// -----

// gather_c13
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects start_indices_batching_dims to not repeat, got: [1, 1] (C13)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects start_indices_batching_dims to not repeat, got: [1, 1]

// -----

// gather_c14
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 4). got: 4. (C14)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [4], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 4). got: 4.

// -----

// gather_c15
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op expects start_indices_batching_dims not to include index_vector_dim 3 (C15)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: expects start_indices_batching_dims not to include index_vector_dim 3

// -----

// gather_c16
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op operand_batching_dims and start_indices_batching_dims should have the same size (C16)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: operand_batching_dims and start_indices_batching_dims should have the same size

// -----

// gather_c17
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 2 and 3 (C17)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 2 and 3

// -----

// gather_c18
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op has duplicated dimension from start_index_map and operand_batching_dims: 0 (C18)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: has duplicated dimension from start_index_map and operand_batching_dims: 0

// -----

// gather_c19
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C19)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [4, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// gather_c20
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op slice_sizes size (5) not equal to operand rank (4) (C20)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2, 1>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: slice_sizes size (5) not equal to operand rank (4)

// -----

// gather_c21
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op slice size (3) is out of bounds for operand dimension (2) at index 3 (C21)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 3>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: slice size (3) is out of bounds for operand dimension (2) at index 3

// -----

// gather_c21_negative
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op slice size (-1) is out of bounds for operand dimension (2) at index 3 (C21)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, -1>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi32>)
  return %r0 : tensor<2x2x3x2x2xi32>
}

// cpp: slice size (-1) is out of bounds for operand dimension (2) at index 3

// -----

// gather_c22
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x1xi32>) {
  // expected-error@+1 {{'stablehlo.gather' op inferred type(s) 'tensor<2x2x3x2x2xi32>' are incompatible with return type(s) of operation 'tensor<2x2x3x2x1xi32>'}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x1xi32>)
  return %r0 : tensor<2x2x3x2x1xi32>
}

// cpp: incompatible with return type(s) of operation

// -----

// gather_c23
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type (C23)}}
  %r0 = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [3, 4], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 2, 2>}> : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>) -> (tensor<2x2x3x2x2xi64>)
  return %r0 : tensor<2x2x3x2x2xi64>
}

// cpp: failed to verify that all of {operand, result} have same element type
