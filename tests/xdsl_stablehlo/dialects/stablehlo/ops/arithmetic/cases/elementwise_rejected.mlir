// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// cbrt_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// ceil_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.ceil' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.ceil"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// cosine_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// exponential_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// exponential_minus_one_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// floor_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// log_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.log' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.log"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// log_plus_one_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// logistic_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// negate_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.negate' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// round_nearest_afz_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// round_nearest_even_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// rsqrt_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// sign_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.sign' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.sign"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// sine_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// sqrt_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// tan_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// tanh_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// count_leading_zeros_c1
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: requires compatible types for all operands and results

// -----

// not_c1
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.not"(%a0) : (tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: requires compatible types for all operands and results

// -----

// popcnt_c1
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.popcnt' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.popcnt"(%a0) : (tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: requires compatible types for all operands and results

// -----

// atan2_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// divide_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// maximum_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.maximum' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// minimum_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// multiply_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// power_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// remainder_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// subtract_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible types for all operands and results

// -----

// and_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.and' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// or_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.or' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// shift_left_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// shift_right_arithmetic_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// shift_right_logical_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// xor_c1
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi64>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: requires compatible types for all operands and results

// -----

// abs_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type (C1)}}
  %r0 = "stablehlo.abs"(%a0) : (tensor<2xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: must have the same shape and base type

// -----

// abs_c2
func.func @main(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.abs' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %r0 = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// add_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same element type for all operands and results (C1)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: op requires the same element type for all operands and results

// -----

// add_c1_shape
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results (C1)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: requires the same shape for all operands and results

// -----

// add_c2
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x3xf32>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@+1 {{'stablehlo.add' op expects all operands and results to be either quantized or non-quantized (C2)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x3xf32>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>
}

// -----

// add_c3
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x3x!quant.uniform<i4:f32, 1.0:1>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@+1 {{'stablehlo.add' op mismatched operands and result quantization storage types (C3)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x3x!quant.uniform<i4:f32, 1.0:1>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>
}

// -----

// add_c4
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x3x!quant.uniform<i8:bf16, 1.0:17>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@+1 {{'stablehlo.add' op mismatched operands and result quantization expressed types (C4)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x3x!quant.uniform<i8:bf16, 1.0:17>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>
}

// -----

// add_c5
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) {
  // expected-error@+1 {{'stablehlo.add' op result is not per_axis quantized but lhs or rhs are (C5)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>
}

// -----

// add_c5_result
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, %a1: tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) {
  // expected-error@+1 {{'stablehlo.add' op result per_axis quantized but none from rhs and lhs are per_axis quantized (C5)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>, tensor<2x3x!quant.uniform<i8:f32, 1.0:17>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>
}

// -----

// add_c6
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:17, 2.0, 3.0}>>, %a1: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) {
  // expected-error@+1 {{'stablehlo.add' op quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:1, {1.000000e+00:17,2.000000e+00,3.000000e+00}>' vs '!quant.uniform<i8:f32:0, {1.000000e+00:17,2.000000e+00}>' (C6)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:1, {1.0:17, 2.0, 3.0}>>, tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>
}

// -----

// add_c7
func.func @main(%a0: tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>, %a1: tensor<2x3x!quant.uniform<i8:f32:1, {1.0:17, 2.0, 3.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>) {
  // expected-error@+1 {{'stablehlo.add' op quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:1, {1.000000e+00:17,2.000000e+00,3.000000e+00}>' vs '!quant.uniform<i8:f32:0, {1.000000e+00:17,2.000000e+00}>' (C7)}}
  %r0 = "stablehlo.add"(%a0, %a1) : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>, tensor<2x3x!quant.uniform<i8:f32:1, {1.0:17, 2.0, 3.0}>>) -> (tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>)
  return %r0 : tensor<2x3x!quant.uniform<i8:f32:0, {1.0:17, 2.0}>>
}

// -----

// bitcast_convert_c1_rank
func.func @main(%a0: tensor<4xf64>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op rank of smaller element type (1) should be 1 more than rank of larger element type (1), but 1 != 1 + 1. (C1)}}
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<4xf64>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: rank of smaller element type (1) should be 1 more than rank of larger element type (1)

// -----

// bitcast_convert_c1_bits
func.func @main(%a0: tensor<4xf64>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires compatible bit widths. Got: 'tensor<4xf64>' and 'tensor<4x4xf32>', but 32 * 4 != 64. (C1)}}
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<4xf64>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: but 32 * 4 != 64.

// -----

// bitcast_convert_c1_shape
func.func @main(%a0: tensor<4xf32>) -> (tensor<5xi32>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op operand and result shapes must match except for the innermost dimension of the shape with the smaller element type. Got: 'tensor<4xf32>' and 'tensor<5xi32>'. (C1)}}
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<4xf32>) -> (tensor<5xi32>)
  return %r0 : tensor<5xi32>
}

// cpp: shapes must match except for the innermost dimension

// -----

// bitcast_convert_c2
func.func @main(%a0: tensor<4xf64>) -> (tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op cannot convert between real and complex types, but got: 'tensor<4xf64>' and 'tensor<4xcomplex<f32>>' (C2)}}
  %r0 = "stablehlo.bitcast_convert"(%a0) : (tensor<4xf64>) -> (tensor<4xcomplex<f32>>)
  return %r0 : tensor<4xcomplex<f32>>
}

// cpp: cannot convert between real and complex types

// -----

// clamp_c1
func.func @main(%a0: tensor<3xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op min shape [3] is not scalar and is not compatible to operand shape [2] (C1)}}
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: is not scalar and is not compatible to operand shape

// -----

// clamp_c2
func.func @main(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<1xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op max shape [1] is not scalar and is not compatible to operand shape [2] (C2)}}
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<1xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: is not scalar and is not compatible to operand shape

// -----

// clamp_c3
func.func @main(%a0: tensor<2xf64>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results (C3)}}
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2xf64>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires compatible element types

// -----

// clamp_c4
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.clamp' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// compare_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands (C1)}}
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xi1>)
  return %r0 : tensor<2xi1>
}

// cpp: compatible element types for all operands

// -----

// compare_c2
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type (C2)}}
  %r0 = "stablehlo.compare"(%a0, %a1) <{comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: must have the same shape and base type

// -----

// complex_c1
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf64>) -> (tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same element type for all operands (C1)}}
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  return %r0 : tensor<2xcomplex<f32>>
}

// cpp: requires the same element type for all operands

// -----

// complex_c2
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<3xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results (C2)}}
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<3xcomplex<f32>>)
  return %r0 : tensor<3xcomplex<f32>>
}

// cpp: requires the same shape for all operands and results

// -----

// complex_c3
func.func @main(%a0: tensor<2xf64>, %a1: tensor<2xf64>) -> (tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.complex' op inferred type(s) 'tensor<2xcomplex<f64>>' are incompatible with return type(s) of operation 'tensor<2xcomplex<f32>>'}}
  %r0 = "stablehlo.complex"(%a0, %a1) : (tensor<2xf64>, tensor<2xf64>) -> (tensor<2xcomplex<f32>>)
  return %r0 : tensor<2xcomplex<f32>>
}

// cpp: incompatible with return type(s) of operation

// -----

// convert_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<3xf64>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results (C1)}}
  %r0 = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> (tensor<3xf64>)
  return %r0 : tensor<3xf64>
}

// cpp: requires the same shape for all operands and results

// -----

// imag_c1
func.func @main(%a0: tensor<2xcomplex<f32>>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type (C1)}}
  %r0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: must have the same shape and base type

// -----

// imag_c2
func.func @main(%a0: tensor<2xcomplex<f32>>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.imag' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %r0 = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// is_finite_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<3xi1>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type (C1)}}
  %r0 = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> (tensor<3xi1>)
  return %r0 : tensor<3xi1>
}

// cpp: must have the same shape and base type

// -----

// real_c1
func.func @main(%a0: tensor<2xcomplex<f32>>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.real' op all non-scalar operands/results must have the same shape and base type (C1)}}
  %r0 = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: must have the same shape and base type

// -----

// real_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.real' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %r0 = "stablehlo.real"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_precision_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op requires compatible types for all operands and results (C1)}}
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires compatible types for all operands and results

// -----

// reduce_precision_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 0 : i32, mantissa_bits = 10 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive

// -----

// reduce_precision_c3
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.reduce_precision"(%a0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative

// -----

// select_c1
func.func @main(%a0: tensor<3xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.select' op requires the same shape for all operands (C1)}}
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires the same shape for all operands

// -----

// select_c2
func.func @main(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf64>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.select' op requires compatible types for non-predicate operands (C2)}}
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: compatible types for non-predicate operands

// -----

// select_c2_result
func.func @main(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.select' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  %r0 = "stablehlo.select"(%a0, %a1, %a2) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: incompatible with return type(s) of operation
