// Programs of test_table.py: What the table of kernels says of ops: effects, exactness, work and storage.

// -----
// reduce: every element of every input
%r:2 = "stablehlo.reduce"(%a0, %a0, %a1, %a1) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %u: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>): stablehlo.return %y, %v : tensor<f32>, tensor<f32> }) : (tensor<5x6xf32>, tensor<5x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>)

// -----
// sort: n log2(n) for every input
%r:2 = "stablehlo.sort"(%a0, %a0) <{dimension = 1 : i64}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<f32>, %v: tensor<f32>): %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }) : (tensor<3x8xf32>, tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>)

// -----
// ragged dot: a product for each group
%r = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = []}> : (tensor<6x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<6x7xf32>

// -----
// work of select and scatter is that of all windows
%r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 3>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): %z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>

// -----
// dynamic gather
%i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
%s = stablehlo.constant dense<[1]> : tensor<1xi64>
%r = "stablehlo.dynamic_gather"(%q, %i, %s) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (T3, tensor<2x1xi64>, tensor<1xi64>) -> T2

// -----
// dynamic pad
%l = stablehlo.constant dense<[1]> : tensor<1xi64>
%z = stablehlo.slice %q [0:1] : (T3) -> T1
%p = stablehlo.reshape %z : (T1) -> T0
%r = stablehlo.dynamic_pad %q, %p, %l, %l, %l : (T3, T0, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> T7

// -----
// gather
%i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
%r = "stablehlo.gather"(%q, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (T3, tensor<2x1xi64>) -> T2
