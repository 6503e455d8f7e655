// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// uniform_quantize_c1
func.func @main(%a0: tensor<3xf32>) -> (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op requires the same shape for all operands and results (C1)}}
  %r0 = "stablehlo.uniform_quantize"(%a0) : (tensor<3xf32>) -> (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>)
  return %r0 : tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>
}

// -----

// uniform_quantize_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op Expressed type of result expected to be 'f32', but got 'bf16' (C2)}}
  %r0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> (tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>)
  return %r0 : tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>
}

// -----

// uniform_quantize_c2_quantized
func.func @main(%a0: tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> (tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op Expressed type of result expected to be 'f32', but got 'bf16' (C2)}}
  %r0 = "stablehlo.uniform_quantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> (tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>)
  return %r0 : tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>
}

// -----

// uniform_dequantize_c1
func.func @main(%a0: tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op requires the same shape for all operands and results (C1)}}
  %r0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// -----

// uniform_dequantize_c2
func.func @main(%a0: tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2xbf16>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  %r0 = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:bf16, 1.000000e-01>>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}
