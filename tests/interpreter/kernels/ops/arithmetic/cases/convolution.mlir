// convolution and dynamic_conv: the oracle, and the specification's sums written out where the oracle is wrong.

// -----

// Convolution dilations and reversal.
func.func @main(%a0: tensor<2x4x1xi32>, %a1: tensor<3x1x2xi32>) -> tensor<2x4x2xi32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]], lhs_dilate = [2], rhs_dilate = [2], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x1xi32>, tensor<3x1x2xi32>) -> tensor<2x4x2xi32>
  return %r0 : tensor<2x4x2xi32>
}

// run: sample 1, sample 2
// cpp: the same

// -----

// Convolution small floats are rounded once (bf16-bfloat16-256).
func.func @main(%a0: tensor<1x3x1xbf16>, %a1: tensor<3x1x1xbf16>) -> tensor<1x1x1xbf16> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xbf16>, tensor<3x1x1xbf16>) -> tensor<1x1x1xbf16>
  return %r0 : tensor<1x1x1xbf16>
}

// run: [[[256.0], [1.0], [1.0]]], [[[1.0]], [[1.0]], [[1.0]]]
// => 2.580000e+02

// -----

// Convolution small floats are rounded once (f8E5M2-float8_e5m2-8).
func.func @main(%a0: tensor<1x3x1xf8E5M2>, %a1: tensor<3x1x1xf8E5M2>) -> tensor<1x1x1xf8E5M2> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xf8E5M2>, tensor<3x1x1xf8E5M2>) -> tensor<1x1x1xf8E5M2>
  return %r0 : tensor<1x1x1xf8E5M2>
}

// run: [[[8.0], [1.0], [1.0]]], [[[1.0]], [[1.0]], [[1.0]]]
// => 1.000000e+01

// -----

// Convolution groups.
func.func @main(%a0: tensor<1x4x4xi64>, %a1: tensor<2x2x6xi64>) -> tensor<1x3x6xi64> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4xi64>, tensor<2x2x6xi64>) -> tensor<1x3x6xi64>
  return %r0 : tensor<1x3x6xi64>
}

// run: sample 1, sample 2
// cpp: the same

// -----

// Convolution groups.
func.func @main(%a0: tensor<4x4x2xi64>, %a1: tensor<2x2x6xi64>) -> tensor<2x3x6xi64> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x4x2xi64>, tensor<2x2x6xi64>) -> tensor<2x3x6xi64>
  return %r0 : tensor<2x3x6xi64>
}

// run: sample 1, sample 2
// cpp: the same

// -----

// Convolution without spatial dimensions is a product of matrices.
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, f]x[i, o]->[b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %r0 : tensor<2x4xf32>
}

// run: sample 1, sample 2
// => [[-7.500000e-01, 5.000000e-01, 1.250000e+00, 1.000000e+00], [4.625000e+00, -5.250000e+00, -4.875000e+00, 5.000000e-01]]

// -----

// Convolution integers wrap around and do not saturate.
func.func @main(%a0: tensor<1x2x1xi8>, %a1: tensor<2x1x1xi8>) -> tensor<1x1x1xi8> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi8>
  return %r0 : tensor<1x1x1xi8>
}

// run: [[[100], [100]]], [[[2]], [[2]]]
// => -112

// -----

// Convolution 64 bit integers are exact.
func.func @main(%a0: tensor<1x2x1xi64>, %a1: tensor<2x1x1xi64>) -> tensor<1x1x1xi64> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xi64>, tensor<2x1x1xi64>) -> tensor<1x1x1xi64>
  return %r0 : tensor<1x1x1xi64>
}

// run: [[[4611686018427387905], [3]]], [[[2]], [[1]]]
// => -9223372036854775803

// -----

// Dynamic conv takes its padding as an operand.
func.func @main(%a0: tensor<1x3x1xf32>, %a1: tensor<2x1x1xf32>, %a2: tensor<1x2xi64>) -> tensor<1x?x1xf32> {
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x3x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  return %r0 : tensor<1x?x1xf32>
}

// run: [[[1.0], [2.0], [3.0]]], [[[1.0]], [[10.0]]], [[1, 1]]
// => [[[1.000000e+01], [2.100000e+01], [3.200000e+01], [3.000000e+00]]]
