// convolution and dynamic_conv: what they reject, what they infer, how they are printed.

// -----

// Windows that cannot be read.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword stride}}
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Windows that cannot be read (size = [1, 1]-Unexpected keyword size).
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Unexpected keyword size}}
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {size = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Windows that cannot be read.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.convolution' Expected array with 2 elements, got 1 elements instead}}
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

func.func @convolution_1(%arg0: tensor<4x8x9x6xf32>, %arg1: tensor<3x3x3x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 3], pad = [[1, 0], [2, 2]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x3x12xf32>) -> tensor<4x3x7x12xf32>
  return
}
func.func @convolution_2(%arg0: tensor<?x?x9x6xf32>, %arg1: tensor<3x3x6x?xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x9x6xf32>, tensor<3x3x6x?xf32>) -> tensor<?x?x7x?xf32>
  return
}

// infer:
// unchanged

// -----

func.func @convolution_1(%arg0: tensor<4x8x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return
}
func.func @convolution_2(%arg0: tensor<?x8x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<?x6x7x12xf32>
  return
}
func.func @convolution_3(%arg0: tensor<?x8x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<?x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<?x6x7x12xf32>
  return
}
func.func @convolution_4(%arg0: tensor<?x8x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return
}
func.func @convolution_5(%arg0: tensor<4x8x9x?xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x?xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return
}
func.func @convolution_6(%arg0: tensor<4x8x9x6xf32>, %arg1: tensor<3x3x6x?xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x?xf32>) -> tensor<4x6x7x12xf32>
  return
}
func.func @convolution_7(%arg0: tensor<4x8x9x6xf32>, %arg1: tensor<3x3x6x?xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x?xf32>) -> tensor<4x6x7x?xf32>
  return
}
func.func @convolution_8(%arg0: tensor<4x8x9x6xf32>, %arg1: tensor<3x3x6x?xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x?xf32>) -> tensor<2x6x7x?xf32>
  return
}
func.func @convolution_9(%arg0: tensor<4x?x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x?x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return
}
func.func @convolution_10(%arg0: tensor<4x?x9x6xf32>, %arg1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x?x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x?x7x12xf32>
  return
}

// speculate:
// => yes: @convolution_1 @convolution_2 @convolution_7 @convolution_10
// => no: @convolution_3 @convolution_4 @convolution_5 @convolution_6 @convolution_8 @convolution_9

// -----

func.func @convolution(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}
func.func @convolution_2(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}
func.func @convolution_3(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}
func.func @convolution_4(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @convolution(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.000000e+00:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x6x7x12x!quant.uniform<i32:f32, 1.000000e+00>> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.000000e+00:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<4x6x7x12x!quant.uniform<i32:f32, 1.000000e+00>>
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.000000e+00>>
}
func.func @convolution_2(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.000000e+00:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.000000e+00:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>
}
func.func @convolution_3(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<4x6x7x12xf32> {
  %r0 = stablehlo.convolution(%a0, %a1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00,1.000000e+00}>>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// print:
// unchanged

// -----

// An attribute of the wrong kind is reported where the dictionary begins, as in C++.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) {
  %0 = stablehlo.convolution(%a0, %a1)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
    // expected-error@+1 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    {feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> tensor<4x6x7x12xf32>
  return
}
