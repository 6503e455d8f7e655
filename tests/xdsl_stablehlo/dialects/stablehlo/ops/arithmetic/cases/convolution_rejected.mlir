// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// convolution_c1
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects convolution arguments to have same number of dimensions. Got: 'tensor<4x8x9x6xf32>' and 'tensor<3x6x12xf32>'. (C1)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have same number of dimensions.

// -----

// dynamic_conv_c1
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects convolution arguments to have same number of dimensions. Got: 'tensor<4x8x9x6xf32>' and 'tensor<3x6x12xf32>'. (C1)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have same number of dimensions.

// -----

// convolution_c2
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1. (C2)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{window_strides = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window-strides to have same dimension-size as size of window dimensions (2), but got:

// -----

// convolution_c3
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window to have positive stride for 1-th window dimension, but got 0. (C3)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{window_strides = array<i64: 1, 0>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window to have positive stride for 1-th window dimension, but got 0.

// -----

// convolution_c4
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects the shape of padding-attribute to be {N, 2}, but got {2}. (C4)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{padding = dense<0> : tensor<2xi64>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects the shape of padding-attribute to be {N, 2}, but got {2}.

// -----

// convolution_c4_size
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 3. (C4)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{padding = dense<0> : tensor<3x2xi64>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects padding-entries to have same dimension-size

// -----

// convolution_c5
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 3. (C5)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{lhs_dilation = array<i64: 1, 1, 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got:

// -----

// convolution_c6
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window to have positive base dilation factor for 1-th window dimension, but got 0. (C6)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{lhs_dilation = array<i64: 1, 0>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window to have positive base dilation factor for 1-th window dimension, but got 0.

// -----

// convolution_c7
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C7)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{rhs_dilation = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got:

// -----

// convolution_c8
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window to have positive window dilation factor for 1-th window dimension, but got 0. (C8)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{rhs_dilation = array<i64: 1, 0>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window to have positive window dilation factor for 1-th window dimension, but got 0.

// -----

// convolution_c9
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1. (C9)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{window_reversal = array<i1: false>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects window-reversal to have same dimension-size as size of window dimensions (2), but got:

// -----

// convolution_c10
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input batch dimension (4) to be divisible by batch_group_count. Got batch_group_count = 3. (C10)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input batch dimension (4) to be divisible by batch_group_count.

// -----

// dynamic_conv_c10
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input batch dimension (4) to be divisible by batch_group_count. Got batch_group_count = 3. (C10)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 3 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input batch dimension (4) to be divisible by batch_group_count.

// -----

// convolution_c11
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input feature dimension (6) to be a multiple of feature_group_count. Got feature_group_count = 4. (C11)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 4 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input feature dimension (6) to be a multiple of feature_group_count.

// -----

// dynamic_conv_c11
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input feature dimension (6) to be a multiple of feature_group_count. Got feature_group_count = 4. (C11)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 4 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input feature dimension (6) to be a multiple of feature_group_count.

// -----

// convolution_c12
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects convolution arguments to have 3 dimensions. Got: 4 (C12)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have 3 dimensions. Got: 4

// -----

// dynamic_conv_c12
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects convolution arguments to have 3 dimensions. Got: 4 (C12)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have 3 dimensions. Got: 4

// -----

// convolution_c13
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input dimension-numbers to be unique, got {0, 3, 0, 2}. (C13)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [0, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input dimension-numbers to be unique, got {0, 3, 0, 2}.

// -----

// dynamic_conv_c13
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input dimension-numbers to be unique, got {0, 3, 0, 2}. (C13)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [0, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input dimension-numbers to be unique, got {0, 3, 0, 2}.

// -----

// convolution_c13_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C13)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// dynamic_conv_c13_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C13)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 4, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// convolution_c13_rank
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects convolution arguments to have >= 2 dimensions. Got: 'tensor<4xf32>' and 'tensor<4xf32>'. (C13)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have >= 2 dimensions.

// -----

// dynamic_conv_c13_rank
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects convolution arguments to have >= 2 dimensions. Got: 'tensor<4xf32>' and 'tensor<4xf32>'. (C13)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4xf32>, tensor<4xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects convolution arguments to have >= 2 dimensions.

// -----

// convolution_c14
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x5x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input feature dimension (6) / feature_group_count = kernel input feature dimension (5). Got feature_group_count = 1. (C14)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x5x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: = kernel input feature dimension (5). Got feature_group_count = 1.

// -----

// dynamic_conv_c14
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x5x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input feature dimension (6) / feature_group_count = kernel input feature dimension (5). Got feature_group_count = 1. (C14)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x5x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: = kernel input feature dimension (5). Got feature_group_count = 1.

// -----

// convolution_c15
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x13xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects output feature dimension size (13) to be a multiple of batch_group_count. Got batch_group_count = 2. (C15)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x13xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects output feature dimension size (13) to be a multiple of batch_group_count.

// -----

// dynamic_conv_c15
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x13xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects output feature dimension size (13) to be a multiple of batch_group_count. Got batch_group_count = 2. (C15)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x13xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects output feature dimension size (13) to be a multiple of batch_group_count.

// -----

// convolution_c16
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x3x13xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects kernel output feature dimension (13) to be divisible by feature_group_count. For feature_group_count = 2. (C16)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x3x13xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects kernel output feature dimension (13) to be divisible by feature_group_count.

// -----

// dynamic_conv_c16
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x3x13xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects kernel output feature dimension (13) to be divisible by feature_group_count. For feature_group_count = 2. (C16)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x3x13xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects kernel output feature dimension (13) to be divisible by feature_group_count.

// -----

// convolution_c17
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects the same size for input, kernel and output spatial-dimensions, but got 2, 1, and 2 resp. (C17)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects the same size for input, kernel and output spatial-dimensions

// -----

// dynamic_conv_c17
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects the same size for input, kernel and output spatial-dimensions, but got 2, 1, and 2 resp. (C17)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects the same size for input, kernel and output spatial-dimensions

// -----

// convolution_c18
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects kernel dimension-numbers to be unique, got {2, 3, 0, 0}. (C18)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects kernel dimension-numbers to be unique, got {2, 3, 0, 0}.

// -----

// dynamic_conv_c18
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects kernel dimension-numbers to be unique, got {2, 3, 0, 0}. (C18)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects kernel dimension-numbers to be unique, got {2, 3, 0, 0}.

// -----

// convolution_c18_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C18)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = -1, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// dynamic_conv_c18_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C18)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = -1, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// convolution_c19
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects the same size for input, kernel and output spatial-dimensions, but got 2, 2, and 1 resp. (C19)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects the same size for input, kernel and output spatial-dimensions

// -----

// dynamic_conv_c19
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects the same size for input, kernel and output spatial-dimensions, but got 2, 2, and 1 resp. (C19)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects the same size for input, kernel and output spatial-dimensions

// -----

// convolution_c20
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects output dimension-numbers to be unique, got {0, 3, 2, 2}. (C20)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [2, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects output dimension-numbers to be unique, got {0, 3, 2, 2}.

// -----

// dynamic_conv_c20
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects output dimension-numbers to be unique, got {0, 3, 2, 2}. (C20)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [2, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects output dimension-numbers to be unique, got {0, 3, 2, 2}.

// -----

// convolution_c20_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C20)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 7, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// dynamic_conv_c20_range
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects input, kernel, and output dimension-numbers to be in-range [0, 4). (C20)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 7, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects input, kernel, and output dimension-numbers to be in-range [0, 4).

// -----

// convolution_c21
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: attribute 'feature_group_count' failed to satisfy constraint

// -----

// dynamic_conv_c21
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 0 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: attribute 'feature_group_count' failed to satisfy constraint

// -----

// convolution_c22
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: attribute 'batch_group_count' failed to satisfy constraint

// -----

// dynamic_conv_c22
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 0 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: attribute 'batch_group_count' failed to satisfy constraint

// -----

// convolution_c23
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp. (C23)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: not to be both greater than 1. Got 2 and 2 resp.

// -----

// dynamic_conv_c23
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp. (C23)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 2 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: not to be both greater than 1. Got 2 and 2 resp.

// -----

// convolution_c24
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects precision config to be empty or have <= 2 elements, got 3 (C24)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects precision config to be empty or have <= 2 elements, got 3

// -----

// dynamic_conv_c24
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects precision config to be empty or have <= 2 elements, got 3 (C24)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects precision config to be empty or have <= 2 elements, got 3

// -----

// convolution_c25
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x8x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op inferred shape '[4, 6, 7, 12]' is incompatible with return type of operation 'tensor<4x6x8x12xf32>' (C25)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x8x12xf32>)
  return %r0 : tensor<4x6x8x12xf32>
}

// cpp: inferred shape '[4, 6, 7, 12]' is incompatible with return type of operation

// -----

// convolution_c26
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op inferred shape '[4, 6, 7, 12]' is incompatible with return type of operation 'tensor<4x6x12xf32>' (C26)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>) -> (tensor<4x6x12xf32>)
  return %r0 : tensor<4x6x12xf32>
}

// cpp: inferred shape '[4, 6, 7, 12]' is incompatible

// -----

// convolution_c27
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64' (C27)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: to have compatible element type. Got: 'f32' and 'f64'

// -----

// dynamic_conv_c27
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf64>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects lhs and rhs to have compatible element type. Got: 'f32' and 'f64' (C27)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf64>, tensor<2x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: to have compatible element type. Got: 'f32' and 'f64'

// -----

// convolution_c28
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold (C28)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>
}

// -----

// convolution_c29
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op quantization dimension of rhs should be same with kernel_output_feature_dimension (C29)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>
}

// -----

// convolution_c30
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32:0, {1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.convolution' op quantization dimension of result should be same with output_feature_dimension (C30)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32:0, {1.0, 1.0, 1.0, 1.0}>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32:0, {1.0, 1.0, 1.0, 1.0}>>
}

// -----

// convolution_c31
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i4:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op mismatched lhs and rhs quantization storage types (C31)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i4:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>
}

// -----

// convolution_c32
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op mismatched lhs, rhs and result quantization expressed types (C32)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>
}

// -----

// convolution_c33
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.convolution' op mismatched rhs and result quantization granularity (C33)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32:3, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0}>>
}

// -----

// convolution_c34
func.func @main(%a0: tensor<4x8x9x6xbf16>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12xbf16>) {
  // expected-error@+1 {{'stablehlo.convolution' op mismatched rhs quantization expressed type and lhs and result element type (C34)}}
  %r0 = "stablehlo.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xbf16>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>) -> (tensor<4x6x7x12xbf16>)
  return %r0 : tensor<4x6x7x12xbf16>
}

// -----

// dynamic_conv_c4
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<3x2xi64>) -> (tensor<4x6x7x12xf32>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects padding to be of shape [2, 2], but got [3, 2] (C4)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<3x2xi64>) -> (tensor<4x6x7x12xf32>)
  return %r0 : tensor<4x6x7x12xf32>
}

// cpp: expects padding to be of shape [2, 2], but got [3, 2]

// -----

// dynamic_conv_c28_dynamic
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12xf32>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold (C28)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>
}

// -----

// dynamic_conv_c31_dynamic
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i4:f32, 1.0>>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op mismatched lhs and rhs quantization storage types (C31)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i4:f32, 1.0>>, tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:f32, 1.0>>
}

// -----

// dynamic_conv_c32_dynamic
func.func @main(%a0: tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op mismatched lhs, rhs and result quantization expressed types (C32)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6x!quant.uniform<i8:f32, 1.0:1>>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>, tensor<2x2xi64>) -> (tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>)
  return %r0 : tensor<4x6x7x12x!quant.uniform<i32:bf16, 1.0>>
}

// -----

// dynamic_conv_c34_dynamic
func.func @main(%a0: tensor<4x8x9x6xbf16>, %a1: tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>, %a2: tensor<2x2xi64>) -> (tensor<4x6x7x12xbf16>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op mismatched rhs quantization expressed type and lhs and result element type (C34)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %a2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xbf16>, tensor<3x3x6x12x!quant.uniform<i8:f32, 1.0>>, tensor<2x2xi64>) -> (tensor<4x6x7x12xbf16>)
  return %r0 : tensor<4x6x7x12xbf16>
}

// -----

// dynamic_conv_c2_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1. (C2)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_strides = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c3_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive stride for 1-th window dimension, but got 0. (C3)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_strides = array<i64: 1, 0>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c5_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C5)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{lhs_dilation = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c6_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive base dilation factor for 0-th window dimension, but got 0. (C6)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{lhs_dilation = array<i64: 0, 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c7_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C7)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{rhs_dilation = array<i64: 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c8_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window to have positive window dilation factor for 0-th window dimension, but got -1. (C8)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{rhs_dilation = array<i64: -1, 1>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}

// -----

// dynamic_conv_c9_constant
func.func @main(%a0: tensor<4x8x9x6xf32>, %a1: tensor<3x3x6x12xf32>) -> (tensor<4x6x7x12xf32>) {
  %p = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op expects window-reversal to have same dimension-size as size of window dimensions (2), but got: 1. (C9)}}
  %r0 = "stablehlo.dynamic_conv"(%a0, %a1, %p) <{window_reversal = array<i1: true>, batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<4x8x9x6xf32>, tensor<3x3x6x12xf32>, tensor<2x2xi64>) -> tensor<4x6x7x12xf32>
  return %r0 : tensor<4x6x7x12xf32>
}
