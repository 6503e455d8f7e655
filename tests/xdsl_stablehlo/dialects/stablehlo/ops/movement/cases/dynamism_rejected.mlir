// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// dynamic_broadcast_in_dim_c1
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op expects operand and result to have compatible element type. Got: 'tensor<2x3xf32>' and 'tensor<?x?x?xf64>' (C1)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf64>)
  return %r0 : tensor<?x?x?xf64>
}

// cpp: expects operand and result to have compatible element type.

// -----

// dynamic_broadcast_in_dim_c2
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions size (1) does not match operand rank (2) (C2)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: broadcast_dimensions size (1) does not match operand rank (2)

// -----

// dynamic_broadcast_in_dim_c3
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions contains invalid value 3 for result with rank 3 (C3)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: broadcast_dimensions contains invalid value 3 for result with rank 3

// -----

// dynamic_broadcast_in_dim_c3_rank
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op result rank (1) is less than operand rank (2) (C3)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 0, 0>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?xf32>)
  return %r0 : tensor<?xf32>
}

// cpp: result rank (1) is less than operand rank (2)

// -----

// dynamic_broadcast_in_dim_c4
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions should not have duplicates (C4)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: broadcast_dimensions should not have duplicates

// -----

// dynamic_broadcast_in_dim_c5
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x4xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op size of operand dimension 1 (3) is not compatible with size of result dimension 2 (4) (C5)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x4xf32>)
  return %r0 : tensor<?x?x4xf32>
}

// cpp: size of operand dimension 1 (3) is not compatible with size of result dimension 2 (4)

// -----

// dynamic_broadcast_in_dim_c6
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %a1: tensor<3xi64>) -> (tensor<?x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op result quantization_dimension 1 not same as broadcast_dimensions[1] = 2 (C6)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, tensor<3xi64>) -> (tensor<?x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>)
  return %r0 : tensor<?x2x3x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
}

// -----

// dynamic_broadcast_in_dim_c6_scales
func.func @main(%a0: tensor<2x1x!quant.uniform<i8:f32:1, {1.0}>>, %a1: tensor<3xi64>) -> (tensor<?x2x3x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op mismatch result scale 1 (2.000000e+00) and operand scale 0 (1.000000e+00) (C6)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x1x!quant.uniform<i8:f32:1, {1.0}>>, tensor<3xi64>) -> (tensor<?x2x3x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>)
  return %r0 : tensor<?x2x3x!quant.uniform<i8:f32:2, {1.0, 2.0, 3.0}>>
}

// -----

// dynamic_broadcast_in_dim_c8
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op duplicate expansion hint for at least one operand dimension (C8)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 0, 0>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: duplicate expansion hint for at least one operand dimension

// -----

// dynamic_broadcast_in_dim_c8_both
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op duplicate expansion hint for at least one operand dimension (C8)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: duplicate expansion hint

// -----

// dynamic_broadcast_in_dim_c9
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op hint for expanding dimension 2 does not refer to a valid operand dimension (C9)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_expanding_dimensions = array<i64: 2>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: hint for expanding dimension 2 does not refer to a valid operand

// -----

// dynamic_broadcast_in_dim_c10
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3xi64>) -> (tensor<?x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op hint for expanding dimension -1 does not refer to a valid operand dimension (C10)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) <{broadcast_dimensions = array<i64: 1, 2>, known_nonexpanding_dimensions = array<i64: -1>}> : (tensor<2x3xf32>, tensor<3xi64>) -> (tensor<?x?x?xf32>)
  return %r0 : tensor<?x?x?xf32>
}

// cpp: hint for expanding dimension -1 does not refer to a

// -----

// dynamic_gather_c1
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op offset_dims size (1) plus collapse_slice_dims size (0) plus operand_batching_dims size (0) is not equal to operand rank (2) (C1)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: is not equal to operand rank (2)

// -----

// dynamic_gather_c2
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3. (C2)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 3>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.

// -----

// dynamic_gather_c3
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2) (C3)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2)

// -----

// dynamic_gather_c4
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects offset_dims to be sorted, got: [2, 1] (C4)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 1], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: expects offset_dims to be sorted, got: [2, 1]

// -----

// dynamic_gather_c4_unique
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects offset_dims to not repeat, got: [1, 1] (C4)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: expects offset_dims to not repeat, got: [1, 1]

// -----

// dynamic_gather_c5
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 3). got: 3. (C5)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 3], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 3). got: 3.

// -----

// dynamic_gather_c6
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0 (C6)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0

// -----

// dynamic_gather_c6_sorted
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op expects collapsed_slice_dims to be sorted, got: [1, 0] (C6)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: expects collapsed_slice_dims to be sorted, got: [1, 0]

// -----

// dynamic_gather_c7
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2. (C7)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.

// -----

// dynamic_gather_c9
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op has duplicated dimension from start_index_map and operand_batching_dims: 1 (C9)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [1, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: has duplicated dimension from start_index_map and operand_batching_dims: 1

// -----

// dynamic_gather_c10
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2. (C10)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 2], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 2). got: 2.

// -----

// dynamic_gather_c11
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<3xi64>) -> (tensor<5x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op slice_sizes size (3) not equal to operand rank (2) (C11)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<3xi64>) -> (tensor<5x?x?xf32>)
  return %r0 : tensor<5x?x?xf32>
}

// cpp: slice_sizes size (3) not equal to operand rank (2)

// -----

// dynamic_gather_c13
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<4x?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<5x?x?xf32>' are incompatible with return type(s) of operation 'tensor<4x?x?xf32>'}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<4x?x?xf32>)
  return %r0 : tensor<4x?x?xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// dynamic_gather_c14
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x2xi64>, %a2: tensor<2xi64>) -> (tensor<5x?x?xf64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<5x?x?xf32>' are incompatible with return type(s) of operation 'tensor<5x?x?xf64>'}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x2xi64>, tensor<2xi64>) -> (tensor<5x?x?xf64>)
  return %r0 : tensor<5x?x?xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// dynamic_iota_c1
func.func @main(%a0: tensor<2xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op iota dimension cannot go beyond the output rank. (C1)}}
  %r0 = "stablehlo.dynamic_iota"(%a0) <{iota_dimension = 2 : i64}> : (tensor<2xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}

// cpp: iota dimension cannot go beyond the output rank.

// -----

// dynamic_pad_c1
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f64>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type (C1)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}

// cpp: all of {operand, padding_value, result} have same element type

// -----

// dynamic_pad_c2
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<3xi64>, %a3: tensor<3xi64>, %a4: tensor<3xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op padding operands size (3) must match operand rank (2) (C2)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}

// cpp: padding operands size (3) must match operand rank (2)

// -----

// dynamic_pad_c2_types
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<3xi64>, %a4: tensor<2xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same type (C2)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}

// cpp: all of {edge_padding_low, edge_padding_high, interior_padding} have same type

// -----

// dynamic_pad_c4
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) -> (tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, result} have same rank (C4)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<?xf32>)
  return %r0 : tensor<?xf32>
}

// cpp: all of {operand, result} have same rank

// -----

// dynamic_reshape_c1
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) -> (tensor<?xf64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expects operand and result to have compatible element type. Got: 'tensor<2x3xf32>' and 'tensor<?xf64>' (C1)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<?xf64>)
  return %r0 : tensor<?xf64>
}

// cpp: expects operand and result to have compatible element type.

// -----

// dynamic_reshape_c1_scales
func.func @main(%a0: tensor<4x!quant.uniform<i8:f32, 1.0>>, %a1: tensor<2xi64>) -> (tensor<2x2x!quant.uniform<i8:f32, 2.0>>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op expect same quantization scale and zero_point but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00>>' vs 'tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00>>' (C1)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<2xi64>) -> (tensor<2x2x!quant.uniform<i8:f32, 2.0>>)
  return %r0 : tensor<2x2x!quant.uniform<i8:f32, 2.0>>
}

// -----

// dynamic_reshape_c2
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) -> (tensor<7xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op number of output elements (7) doesn't match expected number of elements (6) (C2)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<7xf32>)
  return %r0 : tensor<7xf32>
}

// cpp: number of output elements (7) doesn't match expected number of elements (6)

// -----

// dynamic_reshape_c3
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, %a1: tensor<3xi64>) -> (tensor<1x3x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op product of dimensions before quantization dimension must match between operand and result for 2 and 1 (C3)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>, tensor<3xi64>) -> (tensor<1x3x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>)
  return %r0 : tensor<1x3x2x!quant.uniform<i8:f32:1, {1.0, 2.0, 3.0}>>
}

// -----

// dynamic_reshape_c4
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<2xi64>) -> (tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op result should have a rank equal to the number of elements in output_shape (C4)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x3xf32>, tensor<2xi64>) -> (tensor<?xf32>)
  return %r0 : tensor<?xf32>
}

// cpp: result should have a rank equal to the number of elements in output_shape

// -----

// dynamic_broadcast_in_dim_c7_constant
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<5x2x3xf32>) {
  %s = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op output shape [4, 2, 3] is incompatible with return type of operation 'tensor<5x2x3xf32>' (C7)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %s) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<5x2x3xf32>
  return %r0 : tensor<5x2x3xf32>
}

// cpp: output shape [4, 2, 3] is incompatible with return type

// -----

// dynamic_broadcast_in_dim_c5_constant
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<?x?x?xf32>) {
  %s = stablehlo.constant dense<[4, 5, 3]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op size of operand dimension 0 (2) is not equal to 1 or value of shape at index 1 (5) (C5)}}
  %r0 = "stablehlo.dynamic_broadcast_in_dim"(%a0, %s) <{broadcast_dimensions = array<i64: 1, 2>}> : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %r0 : tensor<?x?x?xf32>
}

// cpp: is not equal to 1 or value of shape at index 1 (5)

// -----

// dynamic_iota_c2_constant
func.func @main() -> (tensor<?x3xf32>) {
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op output shape [4, 2] is incompatible with return type of operation 'tensor<?x3xf32>' (C2)}}
  %r0 = "stablehlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<2xi64>) -> tensor<?x3xf32>
  return %r0 : tensor<?x3xf32>
}

// cpp: output shape [4, 2] is incompatible with return type

// -----

// dynamic_iota_c2_constant_2
func.func @main() -> (tensor<?xf32>) {
  %s = stablehlo.constant dense<[-1]> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op output shape [-1] is incompatible with return type of operation 'tensor<?xf32>' (C2)}}
  %r0 = "stablehlo.dynamic_iota"(%s) <{iota_dimension = 0 : i64}> : (tensor<1xi64>) -> tensor<?xf32>
  return %r0 : tensor<?xf32>
}

// cpp: output shape [-1] is incompatible with return type

// -----

// dynamic_reshape_c2_constant
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<?xf32>) {
  %s = stablehlo.constant dense<[7]> : tensor<1xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 7 (C2)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %s) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %r0 : tensor<?xf32>
}

// cpp: input has 6 elements, but output_shape has 7

// -----

// dynamic_reshape_c2_constant_behind_arguments
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<1xi64>) -> (tensor<?xf32>) {
  %s = stablehlo.constant dense<[6]> : tensor<1xi64>
  %t = stablehlo.constant dense<[7]> : tensor<1xi64>
  %0 = stablehlo.dynamic_reshape %a0, %a1 : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = stablehlo.dynamic_reshape %a0, %s : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output_shape is incompatible with input type of operation: input has 6 elements, but output_shape has 7 (C2)}}
  %2 = stablehlo.dynamic_reshape %a0, %t : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// cpp: input has 6 elements, but output_shape has 7

// -----

// dynamic_reshape_c4_constant
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op output shape [3, 2] is incompatible with return type of operation 'tensor<2x3xf32>' (C4)}}
  %r0 = "stablehlo.dynamic_reshape"(%a0, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// cpp: output shape [3, 2] is incompatible with return type

// -----

// dynamic_pad_c3_constant
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<?x?xf32>) {
  %l = stablehlo.constant dense<1> : tensor<2xi64>
  %h = stablehlo.constant dense<1> : tensor<2xi64>
  %i = stablehlo.constant dense<-1> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op interior_padding must be non-negative, but got -1, -1 (C3)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %l, %h, %i) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}

// cpp: interior_padding must be non-negative, but got -1, -1

// -----

// dynamic_pad_c4_constant
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<f32>) -> (tensor<6x7xf32>) {
  %l = stablehlo.constant dense<1> : tensor<2xi64>
  %h = stablehlo.constant dense<2> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op expected output dimension at index 1 to equal 8, but got 7 (C4)}}
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %l, %h, %i) : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<6x7xf32>
  return %r0 : tensor<6x7xf32>
}

// cpp: expected output dimension at index 1 to equal 8, but got 7

// -----

// dynamic_gather_c8_constant
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x3xf32>) {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2 (C8)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x3xf32>
  return %r0 : tensor<5x3xf32>
}

// cpp: Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2

// -----

// dynamic_gather_c12_constant
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<5x1xi64>) -> (tensor<5x4xf32>) {
  %s = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op slice size (4) is out of bounds for operand dimension (3) at index 1 (C12)}}
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<2x3xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<5x4xf32>
  return %r0 : tensor<5x4xf32>
}

// cpp: slice size (4) is out of bounds for operand dimension (3) at index 1
