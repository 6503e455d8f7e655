// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// iota_c1
func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op iota dimension cannot go beyond the output rank. (C1)}}
  %r0 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: iota dimension cannot go beyond the output rank.

// -----

// iota_c1_negative
func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.iota' op attribute 'iota_dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'iota_dimension' failed to satisfy constraint

// -----

// iota_c1_scalar
func.func @main() -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.iota' op does not support scalars. (C1)}}
  %r0 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> (tensor<f32>)
  return %r0 : tensor<f32>
}

// cpp: does not support scalars.

// -----

// broadcast_in_dim_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results (C1)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types for all operands and results

// -----

// broadcast_in_dim_c1_scale
func.func @main(%a0: tensor<1x!quant.uniform<i8:f32, 0.5:1>>) -> (tensor<3x!quant.uniform<i8:f32, 0.25:1>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op expect same quantization scale and zero_point but got 'tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>' vs 'tensor<3x!quant.uniform<i8:f32, 2.500000e-01:1>>' (C1)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0>}> : (tensor<1x!quant.uniform<i8:f32, 0.5:1>>) -> (tensor<3x!quant.uniform<i8:f32, 0.25:1>>)
  return %r0 : tensor<3x!quant.uniform<i8:f32, 0.25:1>>
}

// -----

// broadcast_in_dim_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions size (2) does not match operand rank (1) (C2)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: broadcast_dimensions size (2) does not match operand rank (1)

// -----

// broadcast_in_dim_c3
func.func @main(%a0: tensor<2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions contains invalid value 2 for result with rank 2 (C3)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 2>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: broadcast_dimensions contains invalid value 2 for result with rank 2

// -----

// broadcast_in_dim_c3_negative
func.func @main(%a0: tensor<2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions contains invalid value -1 for result with rank 2 (C3)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: -1>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: broadcast_dimensions contains invalid value -1 for result with rank 2

// -----

// broadcast_in_dim_c4
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions should not have duplicates (C4)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1, 1>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: broadcast_dimensions should not have duplicates

// -----

// broadcast_in_dim_c5
func.func @main(%a0: tensor<2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3) (C5)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 1>}> : (tensor<2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3)

// -----

// broadcast_in_dim_c6
func.func @main(%a0: tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op result quantization_dimension 1 not same as broadcast_dimensions[0] = 0 (C6)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>)
  return %r0 : tensor<2x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>
}

// -----

// broadcast_in_dim_c6_scale
func.func @main(%a0: tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:1}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op mismatch result scale 1 (2.500000e-01) and operand scale 0 (5.000000e-01) (C6)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:1}>>)
  return %r0 : tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.25:1}>>
}

// -----

// broadcast_in_dim_c6_zero_point
func.func @main(%a0: tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:2}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op mismatch result zero_point 1 (2) and operand zero_point 0 (1) (C6)}}
  %r0 = "stablehlo.broadcast_in_dim"(%a0) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x2x!quant.uniform<i8:f32:0, {0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:2}>>)
  return %r0 : tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:2}>>
}

// -----

// reshape_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results (C1)}}
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types

// -----

// reshape_c2
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<7xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op number of output elements (7) doesn't match expected number of elements (6) (C2)}}
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2x3xf32>) -> (tensor<7xf32>)
  return %r0 : tensor<7xf32>
}

// cpp: number of output elements (7) doesn't match expected number of elements (6)

// -----

// reshape_c3
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1, 0.5:1}>>) -> (tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>) {
  // expected-error@+1 {{'stablehlo.reshape' op expect same quantization dimension size for operand and result 'tensor<2x3x!quant.uniform<i8:f32:1, {5.000000e-01:1,5.000000e-01:1,5.000000e-01:1}>>' and 'tensor<3x2x!quant.uniform<i8:f32:1, {5.000000e-01:1,5.000000e-01:1}>>' (C3)}}
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1, 0.5:1}>>) -> (tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>)
  return %r0 : tensor<3x2x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1}>>
}

// -----

// reshape_c3_before
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1, 0.5:1}>>) -> (tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.5:1}>>) {
  // expected-error@+1 {{'stablehlo.reshape' op product of dimensions before quantization dimension must match between operand and result for 2 and 1 (C3)}}
  %r0 = "stablehlo.reshape"(%a0) : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5:1, 0.5:1, 0.5:1}>>) -> (tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.5:1}>>)
  return %r0 : tensor<3x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1, 0.5:1}>>
}

// -----

// transpose_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results (C1)}}
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible element types

// -----

// transpose_c2
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op attribute permutation must be a permutation of [0, 1] but got 0, 0 (C2)}}
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0, 0>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: attribute permutation must be a permutation of [0, 1] but got 0, 0

// -----

// transpose_c2_size
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op TransposeOp operand rank 2 does not match permutation size 1 (C2)}}
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 0>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: TransposeOp operand rank 2 does not match permutation size 1

// -----

// transpose_c3
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// transpose_c4
func.func @main(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1}>>) {
  // expected-error@+1 {{'stablehlo.transpose' op operand quantization_dimension 0 is not same as permutation[0] = 1 (C4)}}
  %r0 = "stablehlo.transpose"(%a0) <{permutation = array<i64: 1, 0>}> : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1}>>) -> (tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1}>>)
  return %r0 : tensor<2x2x!quant.uniform<i8:f32:0, {0.5:1, 0.5:1}>>
}

// -----

// reverse_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// reverse_c1_element
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires the same element type for all operands and results (C1)}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0>}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same element type

// -----

// reverse_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op dimensions should be unique. Got: 0, 0 (C2)}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 0, 0>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: dimensions should be unique. Got: 0, 0

// -----

// reverse_c3
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op all dimensions should be between [0, 1). Got dimension: 1. (C3)}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: 1>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: all dimensions should be between [0, 1). Got dimension: 1.

// -----

// reverse_c3_negative
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op all dimensions should be non-negative. Got dimension: -1. (C3)}}
  %r0 = "stablehlo.reverse"(%a0) <{dimensions = array<i64: -1>}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: all dimensions should be non-negative. Got dimension: -1.
