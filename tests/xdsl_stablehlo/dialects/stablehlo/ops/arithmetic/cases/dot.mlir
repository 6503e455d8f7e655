// dot_general, dot and einsum: what they reject, what they infer, how they are printed.

// -----

// Algorithm that no hardware has.
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{dot algorithm not known to be supported on any hardware: {lhs:'f16', rhs:'f16', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:3, imprecise:0}}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// -----

func.func @dot_general_1(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
func.func @dot_general_2(%arg0: tensor<?x3x4xf32>, %arg1: tensor<2x?x?xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32>, tensor<2x?x?xf32>) -> tensor<2x3x?xf32>
  return
}
func.func @dot_general_3(%arg0: tensor<?x?x4xf32, #stablehlo.bounds<7, 3, ?>>, %arg1: tensor<?x4x5xf32, #stablehlo.bounds<6, ?, ?>>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x?x4xf32, #stablehlo.bounds<7, 3, ?>>, tensor<?x4x5xf32, #stablehlo.bounds<6, ?, ?>>) -> tensor<?x?x5xf32, #stablehlo.bounds<6, 3, ?>>
  return
}
func.func @dot_1(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return
}
func.func @dot_2(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}
func.func @dot_3(%arg0: tensor<3xf32>, %arg1: tensor<3x?xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<3xf32>, tensor<3x?xf32>) -> tensor<?xf32>
  return
}
func.func @dot_4(%arg0: tensor<2x3xf32>, %arg1: tensor<3x4xf32>) {
  %0 = stablehlo.dot %arg0, %arg1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// infer:
// unchanged

// -----

func.func @dot_general_1(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
func.func @dot_general_2(%arg0: tensor<2x?x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x?x4xf32>, tensor<2x4x5xf32>) -> tensor<2x?x5xf32>
  return
}
func.func @dot_general_3(%arg0: tensor<2x?x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x?x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}
func.func @dot_general_4(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x4x?xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x?xf32>) -> tensor<2x3x5xf32>
  return
}
func.func @dot_general_5(%arg0: tensor<?x3x4xf32>, %arg1: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32>, tensor<2x4x5xf32>) -> tensor<?x3x5xf32>
  return
}
func.func @dot_general_6(%arg0: tensor<2x3x4xf32>, %arg1: tensor<2x?x5xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x?x5xf32>) -> tensor<2x3x5xf32>
  return
}

// speculate:
// => yes: @dot_general_1 @dot_general_2
// => no: @dot_general_3 @dot_general_4 @dot_general_5 @dot_general_6

// -----

func.func @dot_general(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}
func.func @dot_general_2(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] {x = 1 : i32} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}
func.func @dot_general_3(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}
func.func @dot_general_4(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}
func.func @dot_general_5(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}
func.func @dot(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r0 = stablehlo.dot %a0, %a1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}
func.func @dot_2(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r0 = stablehlo.dot %a0, %a1, precision = [HIGH] {x = 1 : i32} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}
func.func @einsum(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.einsum %a0, %a0, config = "i,i->i" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @unary_einsum(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.unary_einsum %a0, config = "i->i" : (tensor<2xf32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @dot_general(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 1.000000e+00:5>> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 1.000000e+00:5>>
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32, 1.000000e+00:5>>
}
func.func @dot_general_2(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<2x3x5x!quant.uniform<i32:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00:17>>, tensor<2x4x5x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<2x3x5x!quant.uniform<i32:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32:2, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>
}
func.func @dot_general_3(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}
func.func @dot_general_4(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xi8>) -> tensor<2x3x5xf32> {
  %r0 = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xi8>) -> tensor<2x3x5xf32>
  return %r0 : tensor<2x3x5xf32>
}

// print:
// unchanged

// -----

func.func @main(%a0: tensor<3xf32>, %a1: tensor<4xf32>) -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected both lhs/rhs ranks to be either 1 or 2}}
  %r0 = stablehlo.dot %a0, %a1 : (tensor<3xf32>, tensor<4xf32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// cpp: expected both lhs/rhs ranks to be either 1 or 2

// -----

func.func @main(%a0: tensor<3xf32>, %a1: tensor<f32>) -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected both lhs/rhs ranks to be either 1 or 2}}
  %r0 = stablehlo.dot %a0, %a1 : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// cpp: expected both lhs/rhs ranks to be either 1 or 2

// -----

func.func @main(%a0: tensor<3xf32>, %a1: tensor<3x1x1xf32>) -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.dot' op expected both lhs/rhs ranks to be either 1 or 2}}
  %r0 = stablehlo.dot %a0, %a1 : (tensor<3xf32>, tensor<3x1x1xf32>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// cpp: expected both lhs/rhs ranks to be either 1 or 2
