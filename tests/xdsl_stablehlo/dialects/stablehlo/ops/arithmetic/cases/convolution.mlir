// convolution and dynamic_conv: what they reject, what they infer, how they are printed.

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1. (C2)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_strides = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive stride for 1-th window dimension, but got 0. (C3)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_strides = array<i64: 1, 0>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C5)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{lhs_dilation = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive base dilation factor for 0-th window dimension, but got 0. (C6)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{lhs_dilation = array<i64: 0, 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C7)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{rhs_dilation = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive window dilation factor for 0-th window dimension, but got -1. (C8)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{rhs_dilation = array<i64: -1, 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// Dynamic conv checks its window where the padding is known.
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1. (C9)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_reversal = array<i1: true>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

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
