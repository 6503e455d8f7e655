// Quantized tensors: the specification's formulas, with the numbers worked out by hand.

// -----

// Uniform quantize and dequantize examples of the specification.
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>) {
  %q = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>
  %r0 = stablehlo.bitcast_convert %q : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xi8>
  %p = stablehlo.uniform_quantize %q : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-20,2.000000e-01:-30}>>
  %r1 = stablehlo.bitcast_convert %p : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-20,2.000000e-01:-30}>>) -> tensor<2xi8>
  %r2 = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>) -> tensor<2xf32>
  return %r0, %r1, %r2 : tensor<2xi8>, tensor<2xi8>, tensor<2xf32>
}

// run: [4.0, 15.0]
// => 10
// => [20, 45]
// => [4.000000e+00, 1.500000e+01]

// -----

// Elementwise ops dequantize compute and quantize.
func.func @main(%a0: tensor<3xf32>, %a1: tensor<3xf32>) -> tensor<3xi8> {
  %q0 = stablehlo.uniform_quantize %a0 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %q1 = stablehlo.uniform_quantize %a1 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 2.500000e-01>>
  %z = stablehlo.add %q0, %q1 : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<3x!quant.uniform<i8:f32, 2.000000e+00:-20>>
  %r0 = stablehlo.bitcast_convert %z : (tensor<3x!quant.uniform<i8:f32, 2.000000e+00:-20>>) -> tensor<3xi8>
  return %r0 : tensor<3xi8>
}

// run: [1.0, 2.0, -4.0], [3.0, 4.0, 1.5]
// => [-18, -17, -21]

// -----

// Elementwise ops dequantize compute and quantize.
func.func @main(%a0: tensor<3xf32>, %a1: tensor<3xf32>) -> tensor<3xi8> {
  %q0 = stablehlo.uniform_quantize %a0 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>
  %q1 = stablehlo.uniform_quantize %a1 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>
  %z = stablehlo.multiply %q0, %q1 : (tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<3x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<3x!quant.uniform<i8:f32, 1.000000e+00>>
  %r0 = stablehlo.bitcast_convert %z : (tensor<3x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<3xi8>
  return %r0 : tensor<3xi8>
}

// run: [1.0, 2.0, -4.0], [3.0, 4.0, 1.5]
// => [3, 8, -6]

// -----

// Adding saturates at the storage range.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> tensor<2xi8> {
  %q0 = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  %q1 = stablehlo.uniform_quantize %a1 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
  %z = stablehlo.add %q0, %q1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %r0 = stablehlo.bitcast_convert %z : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xi8>
  return %r0 : tensor<2xi8>
}

// run: [50.0, -60.0], [50.0, -60.0]
// => [127, -128]

// -----

// Moving elements keeps the storage integers.
func.func @main(%a0: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %q = stablehlo.bitcast_convert %a0 : (tensor<2x2xi8>) -> tensor<2x2x!quant.uniform<i8<-10:10>:f32, 1.000000e-01>>
  %t = stablehlo.transpose %q, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8<-10:10>:f32, 1.000000e-01>>) -> tensor<2x2x!quant.uniform<i8<-10:10>:f32, 1.000000e-01>>
  %r0 = stablehlo.bitcast_convert %t : (tensor<2x2x!quant.uniform<i8<-10:10>:f32, 1.000000e-01>>) -> tensor<2x2xi8>
  return %r0 : tensor<2x2xi8>
}

// run: [[1, 99], [-99, 4]]
// => [[1, -99], [99, 4]]

// -----

// Dot general of quantized tensors.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2x2xf32>) -> tensor<2xi8> {
  %p = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %q = stablehlo.uniform_quantize %a1 : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>
  %z = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<2x2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:10>>
  %r0 = stablehlo.bitcast_convert %z : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:10>>) -> tensor<2xi8>
  return %r0 : tensor<2xi8>
}

// run: sample 4, [[3.0, 0.5], [-1.0, 2.0]]
// => [12, 19]

// -----

// Dot general of quantized tensors.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2x2xf32>) -> tensor<2xi8> {
  %p = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>
  %q = stablehlo.uniform_quantize %a1 : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,5.000000e-01}>>
  %z = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:1>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.000000e+00,5.000000e-01}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01:1}>>
  %r0 = stablehlo.bitcast_convert %z : (tensor<2x!quant.uniform<i8:f32:0, {1.000000e+00,5.000000e-01:1}>>) -> tensor<2xi8>
  return %r0 : tensor<2xi8>
}

// run: sample 4, [[3.0, 0.5], [-1.0, 2.0]]
// => [1, 10]

// -----

// Convolution of floats with quantized weights computes in floats.
func.func @main(%a0: tensor<1x3x1xf32>, %a1: tensor<2x1x1xf32>) -> tensor<1x2x1xf32> {
  %q = stablehlo.uniform_quantize %a1 : (tensor<2x1x1xf32>) -> tensor<2x1x1x!quant.uniform<i8:f32, 5.000000e-01>>
  %r0 = stablehlo.convolution(%a0, %q) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf32>, tensor<2x1x1x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<1x2x1xf32>
  return %r0 : tensor<1x2x1xf32>
}

// run: [[[0.25], [1.0], [2.0]]], [[[1.100000023841858]], [[-2.0999999046325684]]]
// => [[[-1.750000e+00], [-3.000000e+00]]]

// -----

// Compare and select of quantized tensors.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xf32>) {
  %q = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %p = stablehlo.uniform_quantize %a1 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 2.500000e-01:5>>
  %r0 = stablehlo.compare LT, %q, %p : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32, 2.500000e-01:5>>) -> tensor<2xi1>
  %s = stablehlo.select %r0, %q, %q : tensor<2xi1>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %r1 = stablehlo.uniform_dequantize %s : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<2xf32>
  return %r0, %r1 : tensor<2xi1>, tensor<2xf32>
}

// run: sample 4, [1.25, 1.75]
// => [true, false]
// => [1.000000e+00, 2.000000e+00]

// -----

// Reduce of quantized tensors quantizes every sum.
func.func @main(%a0: tensor<3xf32>) -> tensor<f32> {
  %q = stablehlo.uniform_quantize %a0 : (tensor<3xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.000000e+00>>
  %f = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %i = stablehlo.uniform_quantize %f : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
  %z = stablehlo.reduce(%q init: %i) applies stablehlo.add across dimensions = [0] : (tensor<3x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00>>
  %r0 = stablehlo.uniform_dequantize %z : (tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<f32>
  return %r0 : tensor<f32>
}

// run: [100.0, 60.0, 1.0]
// => 1.270000e+02

// -----

// Constants of unsigned storage: the elements of a constant have no sign: -56 stands for 200 of u8, and (200 - 16) *
// 2 is 368; -1 for 15 of u4.
func.func @main() -> tensor<2xf32> {
  %c = stablehlo.constant() <{value = dense<-56> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<u8:f32, 2.000000e+00:16>>
  %r0 = stablehlo.uniform_dequantize %c : (tensor<2x!quant.uniform<u8:f32, 2.000000e+00:16>>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// run:
// => 3.680000e+02

// fold:
// => func.func @main() -> tensor<2xf32> {
// =>   %r0 = stablehlo.constant dense<3.680000e+02> : tensor<2xf32>
// =>   return %r0 : tensor<2xf32>
// => }

// -----

// Constants of unsigned storage: the elements of a constant have no sign: -56 stands for 200 of u8, and (200 - 16) *
// 2 is 368; -1 for 15 of u4.
func.func @main() -> tensor<2xf32> {
  %c = stablehlo.constant() <{value = dense<-1> : tensor<2xi4>}> : () -> tensor<2x!quant.uniform<u4:f32, 2.000000e+00:1>>
  %r0 = stablehlo.uniform_dequantize %c : (tensor<2x!quant.uniform<u4:f32, 2.000000e+00:1>>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// run:
// => 2.800000e+01

// fold:
// => func.func @main() -> tensor<2xf32> {
// =>   %r0 = stablehlo.constant dense<2.800000e+01> : tensor<2xf32>
// =>   return %r0 : tensor<2xf32>
// => }
