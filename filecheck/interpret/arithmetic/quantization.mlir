// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @quantize_and_back() {
  %operand = stablehlo.constant dense<[4.000000e+00, 1.500000e+01]> : tensor<2xf32>
  %quantized = stablehlo.uniform_quantize %operand : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>
  %stored = stablehlo.bitcast_convert %quantized : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xi8>
  check.expect_eq_const %stored, dense<10> : tensor<2xi8>
  %result = stablehlo.uniform_dequantize %quantized : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[4.000000e+00, 1.500000e+01]> : tensor<2xf32>
  return
}
