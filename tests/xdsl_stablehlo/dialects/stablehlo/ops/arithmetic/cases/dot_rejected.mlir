// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// dot_general_c1
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs and rhs should have the same number of batching dimensions (C1)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: same number of batching dimensions

// -----

// dot_general_c2
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs and rhs should have the same number of contracting dimensions (C2)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: same number of contracting dimensions

// -----

// dot_general_c3
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 2 (C3)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: from lhs_batching_dimensions and lhs_contracting_dimensions: 2

// -----

// dot_general_c4
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0 (C4)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: from rhs_batching_dimensions and rhs_contracting_dimensions: 0

// -----

// dot_general_c5
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs_batching_dimensions value: 3 is out of range: [0, 3) (C5)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: lhs_batching_dimensions value: 3 is out of range: [0, 3)

// -----

// dot_general_c6
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op lhs_contracting_dimensions value: -1 is out of range: [0, 3) (C6)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [-1], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: lhs_contracting_dimensions value: -1 is out of range: [0, 3)

// -----

// dot_general_c7
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op rhs_batching_dimensions value: -1 is out of range: [0, 3) (C7)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [-1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: rhs_batching_dimensions value: -1 is out of range: [0, 3)

// -----

// dot_general_c8
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op rhs_contracting_dimensions value: 4 is out of range: [0, 3) (C8)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [4]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: rhs_contracting_dimensions value: 4 is out of range: [0, 3)

// -----

// dot_general_c9
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<3x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op batching dimension sizes must match for lhs/rhs (C9)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: batching dimension sizes must match for lhs/rhs

// -----

// dot_general_c10
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op contracting dimension sizes must match for lhs/rhs (C10)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: contracting dimension sizes must match for lhs/rhs

// -----

// dot_general_c11
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op expects precision config to be empty or have <= 2 elements, got 3 (C11)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: expects precision config to be empty or have <= 2 elements, got 3

// -----

// dot_general_c12
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x5x3xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op inferred shape '[2, 3, 5]' is incompatible with return type of operation 'tensor<2x5x3xf32>' (C12)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x5x3xf32>)
  return %r0 : tensor<2x5x3xf32>
}

// cpp: inferred shape '[2, 3, 5]' is incompatible with return type of operation 'tensor<2x5x3xf32>'

// -----

// dot_general_c14
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold (C14)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5xf32>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>
}

// -----

// dot_general_c14_result
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold (C14)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// -----

// dot_general_c15
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:1>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op Zero point of rhs should be 0 (C15)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:1>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>
}

// -----

// dot_general_c15_axis
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32:0, {1.0:1, 1.0}>>) -> (tensor<2x3x5x!quant.uniform<i32:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op Zero points of rhs should be 0 (C15)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32:0, {1.0:1, 1.0}>>) -> (tensor<2x3x5x!quant.uniform<i32:f32:0, {1.0, 1.0}>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32:0, {1.0, 1.0}>>
}

// -----

// dot_general_c16
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op Quantization dimension of rhs should not be in the contracting dimension of rhs (C16)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>
}

// -----

// dot_general_c17
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i4:f32, 1.0>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op mismatched lhs and rhs quantization storage types (C17)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i4:f32, 1.0>>) -> (tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32, 1.0:5>>
}

// -----

// dot_general_c18
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5x!quant.uniform<i32:bf16, 1.0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op mismatched lhs, rhs and result quantization expressed types (C18)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5x!quant.uniform<i32:bf16, 1.0>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:bf16, 1.0>>
}

// -----

// dot_general_c19
func.func @main(%a0: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5x!quant.uniform<i32:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op mismatched rhs and result quantization granularity (C19)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5x!quant.uniform<i32:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}>>)
  return %r0 : tensor<2x3x5x!quant.uniform<i32:f32:2, {1.0, 1.0, 1.0, 1.0, 1.0}>>
}

// -----

// dot_general_c20
func.func @main(%a0: tensor<2x3x4xbf16>, %a1: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5xbf16>) {
  // expected-error@+1 {{'stablehlo.dot_general' op mismatched rhs quantization expressed type and lhs and result element type (C20)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<2x3x4xbf16>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> (tensor<2x3x5xbf16>)
  return %r0 : tensor<2x3x5xbf16>
}

// -----

// dot_general_c21
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op must specify DEFAULT precision config when algorithm is set. (C21)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: must specify DEFAULT precision config when algorithm is set.

// -----

// dot_general_c22
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{lhs component count must be positive (C22)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: lhs component count must be positive

// -----

// dot_general_c23
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{rhs component count must be positive (C23)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: rhs component count must be positive

// -----

// dot_general_c24
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{num primitive operations must be positive (C24)}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}

// cpp: num primitive operations must be positive
