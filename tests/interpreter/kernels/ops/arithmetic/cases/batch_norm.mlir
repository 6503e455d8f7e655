// Batch normalisation: the specification's examples, and its decompositions in f64.

// -----

// Batch norm inference example of the specification.
func.func @main(%a0: tensor<2x2x2xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>, %a3: tensor<2xf64>, %a4: tensor<2xf64>) -> tensor<2x2x2xf64> {
  %r0 = "stablehlo.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x2x2xf64>
  return %r0 : tensor<2x2x2xf64>
}

// run: [[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]], [1.0, 1.0], [1.0, 1.0], [2.0, 3.0], [1.0, 1.0]
// => [[[0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00]], [[2.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00]]]

// -----

// Batch norm training example of the specification.
func.func @main(%a0: tensor<2x2x2xf64>, %a1: tensor<2xf64>, %a2: tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>)
  return %r0, %r1, %r2 : tensor<2x2x2xf64>, tensor<2xf64>, tensor<2xf64>
}

// run: [[[1.0, 2.0], [3.0, 4.0]], [[3.0, 4.0], [1.0, 2.0]]], [1.0, 1.0], [1.0, 1.0]
// => [[[0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00]], [[2.000000e+00, 2.000000e+00], [0.000000e+00, 0.000000e+00]]]
// => [2.000000e+00, 3.000000e+00]
// => 1.000000e+00

// -----

// Batch norm training of many elements keeps its digits.
func.func @main() -> (tensor<20000x1xf16>, tensor<1xf16>, tensor<1xf16>) {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<1xf16>
  %x = stablehlo.constant dense<3.000000e+00> : tensor<20000x1xf16>
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%x, %c, %c) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<20000x1xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<20000x1xf16>, tensor<1xf16>, tensor<1xf16>)
  return %r0, %r1, %r2 : tensor<20000x1xf16>, tensor<1xf16>, tensor<1xf16>
}

// run:
// => 1.000000e+00
// => 3.000000e+00
// => 0.000000e+00

// -----

// Batch norm training of many elements keeps its digits.
func.func @main() -> (tensor<20000x1xbf16>, tensor<1xbf16>, tensor<1xbf16>) {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<1xbf16>
  %x = stablehlo.constant dense<3.000000e+00> : tensor<20000x1xbf16>
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%x, %c, %c) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<20000x1xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> (tensor<20000x1xbf16>, tensor<1xbf16>, tensor<1xbf16>)
  return %r0, %r1, %r2 : tensor<20000x1xbf16>, tensor<1xbf16>, tensor<1xbf16>
}

// run:
// => 1.000000e+00
// => 3.000000e+00
// => 0.000000e+00

// -----

// Batch norm training of many elements keeps its digits.
func.func @main() -> (tensor<20000x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %x = stablehlo.constant dense<3.000000e+00> : tensor<20000x1xf32>
  %r0, %r1, %r2 = "stablehlo.batch_norm_training"(%x, %c, %c) <{epsilon = 5.000000e-01 : f32, feature_index = 1 : i64}> : (tensor<20000x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<20000x1xf32>, tensor<1xf32>, tensor<1xf32>)
  return %r0, %r1, %r2 : tensor<20000x1xf32>, tensor<1xf32>, tensor<1xf32>
}

// run:
// => 1.000000e+00
// => 3.000000e+00
// => 0.000000e+00

// -----

// Batch norm of quantized tensors dequantizes first.
func.func @main(%a0: tensor<2x1xf32>) -> tensor<2x1xf32> {
  %q = stablehlo.uniform_quantize %a0 : (tensor<2x1xf32>) -> tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %v = stablehlo.uniform_quantize %one : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %n = "stablehlo.batch_norm_inference"(%q, %v, %v, %v, %v) <{epsilon = 0.000000e+00 : f32, feature_index = 1 : i64}> : (tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %r0 = stablehlo.uniform_dequantize %n : (tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01:1>>) -> tensor<2x1xf32>
  return %r0 : tensor<2x1xf32>
}

// run: [[3.0], [-2.0]]
// => [[3.000000e+00], [-2.000000e+00]]

// -----

// Every result of a quantized batch norm is quantized.
func.func @main(%a0: tensor<2x1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>) {
  %q = stablehlo.uniform_quantize %a0 : (tensor<2x1xf32>) -> tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01>>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %v = stablehlo.uniform_quantize %one : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>
  %n:3 = "stablehlo.batch_norm_training"(%q, %v, %v) <{epsilon = 0.000000e+00 : f32, feature_index = 1 : i64}> : (tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>) -> (tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>)
  %r0 = stablehlo.uniform_dequantize %n#0 : (tensor<2x1x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x1xf32>
  %r1 = stablehlo.uniform_dequantize %n#1 : (tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1xf32>
  %r2 = stablehlo.uniform_dequantize %n#2 : (tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1xf32>
  return %r0, %r1, %r2 : tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>
}

// run: [[3.0], [6.0]]
// => [[0.000000e+00], [2.000000e+00]]
// => 4.500000e+00
// => 2.000000e+00
