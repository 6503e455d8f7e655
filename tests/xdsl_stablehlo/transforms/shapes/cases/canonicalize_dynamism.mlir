// Ops without shape operands in the place of those with them.

// -----

// dynamic_reshape with constant operands is reshape.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 6]> : tensor<2xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<2x6xf32>
// =>   return %r : tensor<2x6xf32>
// => }
// cpp: the same

// -----

// dynamic_broadcast_in_dim with constant operands is broadcast_in_dim.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
  %s = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi64>
  %r = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<3x4xf32>, tensor<3xi64>) -> tensor<2x3x4xf32>
  return %r : tensor<2x3x4xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<2x3x4xf32> {
// =>   %r = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
// =>   return %r : tensor<2x3x4xf32>
// => }
// cpp: the same

// -----

// dynamic_iota with constant operands is iota.
func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %s = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %i = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi64>) -> tensor<3x4xf32>
  %r = stablehlo.add %x, %i : tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
// =>   %i = stablehlo.iota dim = 1 : tensor<3x4xf32>
// =>   %r = stablehlo.add %x, %i : tensor<3x4xf32>
// =>   return %r : tensor<3x4xf32>
// => }
// cpp: the same

// -----

// dynamic_pad with constant operands is pad.
func.func @main(%x: tensor<3x4xf32>) -> tensor<6x5xf32> {
  %l = stablehlo.constant dense<[1, -1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 2]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %v = stablehlo.constant dense<7.000000e+00> : tensor<f32>
  %r = stablehlo.dynamic_pad %x, %v, %l, %h, %i : (tensor<3x4xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<6x5xf32> {
// =>   %v = stablehlo.constant dense<7.000000e+00> : tensor<f32>
// =>   %r = stablehlo.pad %x, %v, low = [1, -1], high = [0, 2], interior = [1, 0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<6x5xf32>
// =>   return %r : tensor<6x5xf32>
// => }
// cpp: the same

// -----

// real_dynamic_slice with constant operands is slice.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x2xf32> {
  %s = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %l = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
  %t = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<2x2xf32> {
// =>   %r = stablehlo.slice %x [1:3, 0:4:3] : (tensor<3x4xf32>) -> tensor<2x2xf32>
// =>   return %r : tensor<2x2xf32>
// => }
// cpp: the same

// -----

// real_dynamic_slice with constant operands is dynamic_slice.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x1xf32> {
  %n = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %t = stablehlo.constant dense<1> : tensor<2xi64>
  %f = stablehlo.slice %x [0:1, 1:3] : (tensor<3x4xf32>) -> tensor<1x2xf32>
  %g = stablehlo.reshape %f : (tensor<1x2xf32>) -> tensor<2xf32>
  %s = stablehlo.convert %g : (tensor<2xf32>) -> tensor<2xi64>
  %l = stablehlo.add %n, %s : tensor<2xi64>
  %r = stablehlo.real_dynamic_slice %x, %s, %l, %t : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x1xf32>
  return %r : tensor<2x1xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<2x1xf32> {
// =>   %f = stablehlo.slice %x [0:1, 1:3] : (tensor<3x4xf32>) -> tensor<1x2xf32>
// =>   %g = stablehlo.reshape %f : (tensor<1x2xf32>) -> tensor<2xf32>
// =>   %s = stablehlo.convert %g : (tensor<2xf32>) -> tensor<2xi64>
// =>   %0 = stablehlo.slice %s [0:1] : (tensor<2xi64>) -> tensor<1xi64>
// =>   %1 = stablehlo.slice %s [1:2] : (tensor<2xi64>) -> tensor<1xi64>
// =>   %2 = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
// =>   %3 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
// =>   %r = stablehlo.dynamic_slice %x, %2, %3, sizes = [2, 1] : (tensor<3x4xf32>, tensor<i64>, tensor<i64>) -> tensor<2x1xf32>
// =>   return %r : tensor<2x1xf32>
// => }
// cpp: the same

// -----

// dynamic_gather with constant operands is gather.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %s = stablehlo.constant dense<[1, 4]> : tensor<2xi32>
  %r = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<3x4xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<2x4xf32> {
// =>   %i = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
// =>   %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
// =>   return %r : tensor<2x4xf32>
// => }
// cpp: the same

// -----

// dynamic_conv with constant operands is convolution.
func.func @main(%x: tensor<3x4xf32>) -> tensor<1x3x5x1xf32> {
  %b = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<1x3x4x1xf32>
  %k = stablehlo.constant dense<[[[[1.000000e+00]], [[2.000000e+00]]], [[[-1.000000e+00]], [[5.000000e-01]]]]> : tensor<2x2x1x1xf32>
  %p = stablehlo.constant dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>
  %r = "stablehlo.dynamic_conv"(%b, %k, %p) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> : (tensor<1x3x4x1xf32>, tensor<2x2x1x1xf32>, tensor<2x2xi64>) -> tensor<1x3x5x1xf32>
  return %r : tensor<1x3x5x1xf32>
}

// pass: stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<3x4xf32>) -> tensor<1x3x5x1xf32> {
// =>   %b = stablehlo.reshape %x : (tensor<3x4xf32>) -> tensor<1x3x4x1xf32>
// =>   %k = stablehlo.constant dense<[[[[1.000000e+00]], [[2.000000e+00]]], [[[-1.000000e+00]], [[5.000000e-01]]]]> : tensor<2x2x1x1xf32>
// =>   %r = stablehlo.convolution(%b, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 0], [0, 2]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x4x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x3x5x1xf32>
// =>   return %r : tensor<1x3x5x1xf32>
// => }
// cpp: the same

// -----

// The shape is not constant.
func.func @main(%x: tensor<12xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> tensor<2x6xf32> {
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<12xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// unchanged

// -----

// A size of the result is not known.
func.func @main(%x: tensor<12xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> tensor<2x6xf32> {
  %c = stablehlo.constant dense<[2, 6]> : tensor<2xi64>
  %d = stablehlo.dynamic_reshape %x, %c : (tensor<12xf32>, tensor<2xi64>) -> tensor<?x6xf32>
  %r = stablehlo.constant dense<0.000000e+00> : tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// unchanged

// -----

// The limit is not the start and a known size.
func.func @main(%x: tensor<12xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> tensor<2x6xf32> {
  %c = stablehlo.constant dense<1> : tensor<1xi64>
  %l = stablehlo.add %t, %t : tensor<1xi64>
  %d = stablehlo.real_dynamic_slice %x, %t, %l, %c : (tensor<12xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.constant dense<0.000000e+00> : tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// unchanged

// -----

// The step is not 1.
func.func @main(%x: tensor<12xf32>, %s: tensor<2xi64>, %t: tensor<1xi64>) -> tensor<2x6xf32> {
  %c = stablehlo.constant dense<2> : tensor<1xi64>
  %l = stablehlo.add %t, %c : tensor<1xi64>
  %d = stablehlo.real_dynamic_slice %x, %t, %l, %c : (tensor<12xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.constant dense<0.000000e+00> : tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// unchanged

// -----

// A custom call that states its shapes wrongly: must have i64 element type.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi32>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: must have i64 element type

// -----

// A custom call that states its shapes wrongly: must have rank = 1.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1x1xi64>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: must have rank = 1

// -----

// A custom call that states its shapes wrongly: must be an elements attribute.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = 1 : i64} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: must be an elements attribute

// -----

// A custom call that states its shapes wrongly: number of elements (2) must be equal to the number of operation results (1).
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<2xi64>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: number of elements (2) must be equal to the number of operation results (1)

// -----

// A custom call that states its shapes wrongly: index #0 (2) must be within bounds for operation operands (from 0 to 2).
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<2> : tensor<1xi64>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: index #0 (2) must be within bounds for operation operands (from 0 to 2)

// -----

// A custom call that states its shapes wrongly: index #0 (-1) must be within bounds for operation operands (from 0 to 2).
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<-1> : tensor<1xi64>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': indices_of_shape_operands: index #0 (-1) must be within bounds for operation operands (from 0 to 2)

// -----

// A custom call that states its shapes wrongly: refinement #0 ([2, 7]) must be compatible with operation result #0.
func.func @main(%x: tensor<3x4xf32>) -> tensor<2x6xf32> {
  %s = stablehlo.constant dense<[2, 7]> : tensor<2xi64>
  %r = stablehlo.custom_call @foo(%x, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<3x4xf32>, tensor<2xi64>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// pass: stablehlo-canonicalize-dynamism
// error: 'stablehlo.custom_call': refinement #0 ([2, 7]) must be compatible with operation result #0 ('tensor<2x6xf32>')
