// uniform_quantize and uniform_dequantize: the types that are inferred, and how they are printed.

// -----

func.func @uniform_dequantize_1(%arg0: tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf32>
  return
}
func.func @uniform_dequantize_2(%arg0: tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,1.000000e+00}>>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,1.000000e+00}>>) -> tensor<2xf32>
  return
}

// infer:
// unchanged

// -----

func.func @uniform_quantize(%a0: tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>> {
  %r0 = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>
  %r1 = stablehlo.uniform_quantize %r0 : tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>
  return %r1 : tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>
}
func.func @uniform_dequantize(%a0: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>
  %r1 = stablehlo.uniform_dequantize %r0 : (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:3>>) -> tensor<2xf32>
  return %r1 : tensor<2xf32>
}

// print:
// unchanged
