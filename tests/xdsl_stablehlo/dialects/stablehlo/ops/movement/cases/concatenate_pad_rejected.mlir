// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// concatenate_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results (C1, C5)}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf64>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: requires the same element type for all operands and results

// -----

// concatenate_c2
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3x3xf32>) -> (tensor<2x6xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3) (C2)}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<3x3xf32>) -> (tensor<2x6xf32>)
  return %r0 : tensor<2x6xf32>
}

// cpp: shapes of operand (0) and (1) are not compatible at non-concat index 0: (2, 3) != (3, 3)

// -----

// concatenate_c2_rank
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op operands (0) and (1) do not match rank (C2)}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: operands (0) and (1) do not match rank

// -----

// concatenate_c3
func.func @main() -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op expected 1 or more operands, but found 0 (C3)}}
  %r0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: expected 1 or more operands, but found 0

// -----

// concatenate_c4
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op dimension 1 is out-of-bounds for input rank 1 (C4)}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 1 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: dimension 1 is out-of-bounds for input rank 1

// -----

// concatenate_c4_scalar
func.func @main(%a0: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op rank-0 values cannot be concatenated (C4)}}
  %r0 = "stablehlo.concatenate"(%a0) <{dimension = 0 : i64}> : (tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: rank-0 values cannot be concatenated

// -----

// concatenate_c4_negative
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.concatenate"(%a0) <{dimension = -1 : i64}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative

// -----

// concatenate_c5
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results (C1, C5)}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf64>)
  return %r0 : tensor<4xf64>
}

// cpp: requires the same element type for all operands and results

// -----

// concatenate_c6
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<5xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  %r0 = "stablehlo.concatenate"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<5xf32>)
  return %r0 : tensor<5xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// pad_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results (C1)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires the same element type for all operands and results

// -----

// pad_c2
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op edge_padding_low length (2) must match operand rank (1) (C2)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0, 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0, 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: edge_padding_low length (2) must match operand rank (1)

// -----

// pad_c2_high
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size (C2)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0, 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: failed to verify that all of {edge_padding_low, edge_padding_high, interior_padding} have same size

// -----

// pad_c3
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op Interior padding cannot be negative: -1 (C3)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 0>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: -1>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Interior padding cannot be negative: -1

// -----

// pad_c4
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op inferred type(s) 'tensor<3xf32>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// pad_c4_negative
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op Padding result in negative size for dimension 0 (C4)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: -3>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: Padding result in negative size for dimension 0

// -----

// pad_c4_bound
func.func @main(%a0: tensor<?xf32, #stablehlo.bounds<2>>, %a1: tensor<f32>) -> (tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.pad' op Padding result in negative bound for dimension 0 (C4)}}
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_low = array<i64: -3>, edge_padding_high = array<i64: 0>, interior_padding = array<i64: 0>}> : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<f32>) -> (tensor<?xf32>)
  return %r0 : tensor<?xf32>
}

// cpp: Padding result in negative bound for dimension 0
