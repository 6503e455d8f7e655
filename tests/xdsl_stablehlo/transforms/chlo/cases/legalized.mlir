// CHLO in terms of StableHLO.

// -----

// The high half of products, of which operands are unsigned.
func.func @main() -> tensor<3xui16> {
  %lhs = stablehlo.constant dense<[65535, 40000, 1]> : tensor<3xui16>
  %rhs = stablehlo.constant dense<[65535, 2, 1]> : tensor<3xui16>
  %r = chlo.mulhi %lhs, %rhs : tensor<3xui16>, tensor<3xui16> -> tensor<3xui16>
  return %r : tensor<3xui16>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// The high half of products, by wider integers.
func.func @main() -> tensor<3xi32> {
  %lhs = stablehlo.constant dense<[-2147483648, 100000, -1]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[-2147483648, -100000, 1]> : tensor<3xi32>
  %r = chlo.mulhi %lhs, %rhs : tensor<3xi32>, tensor<3xi32> -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// The high half of products that no integer type holds.
func.func @main() -> tensor<3xi64> {
  %lhs = stablehlo.constant dense<[-9223372036854775808, -9223372036854775808, -1]> : tensor<3xi64>
  %rhs = stablehlo.constant dense<[-9223372036854775808, 3, 5]> : tensor<3xi64>
  %r = chlo.mulhi %lhs, %rhs : tensor<3xi64>, tensor<3xi64> -> tensor<3xi64>
  return %r : tensor<3xi64>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// The same of unsigned integers.
func.func @main() -> tensor<3xui64> {
  %lhs = stablehlo.constant dense<[18446744073709551615, 9223372036854775815, 12]> : tensor<3xui64>
  %rhs = stablehlo.constant dense<[18446744073709551615, 1099511627779, 5]> : tensor<3xui64>
  %r = chlo.mulhi %lhs, %rhs : tensor<3xui64>, tensor<3xui64> -> tensor<3xui64>
  return %r : tensor<3xui64>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Shapes are broadcast as by NumPy.
func.func @main() -> tensor<2x3xi32> {
  %lhs = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %rhs = stablehlo.constant dense<[[10], [20]]> : tensor<2x1xi32>
  %r = chlo.broadcast_add %lhs, %rhs : (tensor<3xi32>, tensor<2x1xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Dimensions are given.
func.func @main() -> tensor<2x2xi32> {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %rhs = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %r = chlo.broadcast_subtract %lhs, %rhs {broadcast_dimensions = array<i64: 0>} : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A comparison with a NaN.
func.func @main() -> tensor<3xi1> {
  %lhs = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %rhs = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %r = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction GE>} : (tensor<3xf32>, tensor<f32>) -> tensor<3xi1>
  return %r : tensor<3xi1>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A square.
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[3.000000e+00, -2.000000e+00]> : tensor<2xf32>
  %r = chlo.square %x : tensor<2xf32> -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Infinities.
func.func @main() -> tensor<3xi1> {
  %x = stablehlo.constant dense<[0xFF800000, 1.000000e+00, 0x7F800000]> : tensor<3xf32>
  %r = chlo.is_inf %x : tensor<3xf32> -> tensor<3xi1>
  return %r : tensor<3xi1>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// The negative infinity.
func.func @main() -> tensor<3xi1> {
  %x = stablehlo.constant dense<[0xFF800000, 1.000000e+00, 0x7F800000]> : tensor<3xf32>
  %r = chlo.is_neg_inf %x : tensor<3xf32> -> tensor<3xi1>
  return %r : tensor<3xi1>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// The positive infinity.
func.func @main() -> tensor<3xi1> {
  %x = stablehlo.constant dense<[0xFF800000, 1.000000e+00, 0x7F800000]> : tensor<3xf32>
  %r = chlo.is_pos_inf %x : tensor<3xf32> -> tensor<3xi1>
  return %r : tensor<3xi1>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A conjugate.
func.func @main() -> tensor<1xcomplex<f32>> {
  %x = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<1xcomplex<f32>>
  %r = chlo.conj %x : tensor<1xcomplex<f32>> -> tensor<1xcomplex<f32>>
  return %r : tensor<1xcomplex<f32>>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Several ops that each round; the evaluator of `cosh` rounds once.
func.func @main() -> tensor<4xf64> {
  %x = stablehlo.constant dense<[-2.000000e+00, 0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<4xf64>
  %r = chlo.cosh %x : tensor<4xf64> -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: within 2 ulps

// -----

// The same of `sinh`.
func.func @main() -> tensor<4xf16> {
  %x = stablehlo.constant dense<[-2.000000e+00, 9.765620e-04, 5.000000e-01, 8.000000e+00]> : tensor<4xf16>
  %r = chlo.sinh %x : tensor<4xf16> -> tensor<4xf16>
  return %r : tensor<4xf16>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: within 2 ulps

// -----

// The largest elements, the first of equal ones first.
func.func @main() -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %x = stablehlo.constant dense<[[1.000000e+00, 5.000000e+00, 5.000000e+00, -5.000000e-01], [0.000000e+00, -3.000000e+00, 2.000000e+00, 0x7F800000]]> : tensor<2x4xf32>
  %values, %indices = chlo.top_k(%x, k = 3) : tensor<2x4xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %values, %indices : tensor<2x3xf32>, tensor<2x3xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A scan.
func.func @main() -> (tensor<2x3xi32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %out:2 = chlo.scan(%x) inits (%init) dimension=1  {
  ^bb0(%value: tensor<2xi32>, %carry: tensor<2xi32>):
    %sum = stablehlo.add %value, %carry : tensor<2xi32>
    stablehlo.return %sum, %sum : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %out#0, %out#1 : tensor<2x3xi32>, tensor<2xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A scan from the end.
func.func @main() -> (tensor<2x3xi32>, tensor<2xi32>) {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %out:2 = chlo.scan(%x) inits (%init) dimension=1  attributes {is_reverse = true} {
  ^bb0(%value: tensor<2xi32>, %carry: tensor<2xi32>):
    %sum = stablehlo.add %value, %carry : tensor<2xi32>
    stablehlo.return %sum, %sum : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %out#0, %out#1 : tensor<2x3xi32>, tensor<2xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Rows in groups.
func.func @main() -> tensor<4x2xi32> {
  %lhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %rhs = stablehlo.constant dense<[[[1, 0], [0, 1]], [[2, 1], [1, 2]]]> : tensor<2x2x2xi32>
  %sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x2xi32>, tensor<2x2x2xi32>, tensor<2xi64>) -> tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Contracted elements in groups.
func.func @main() -> tensor<2x2x2xi32> {
  %lhs = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %rhs = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x3xi32>, tensor<3x2xi32>, tensor<2xi64>) -> tensor<2x2x2xi32>
  return %r : tensor<2x2x2xi32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// Of group sizes 2 and 1: infinities of one group are nothing to the other.
func.func @main() -> tensor<2x2x2xf32> {
  %lhs = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 0xFF800000], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>
  %rhs = stablehlo.constant dense<[[1.000000e+00, 0x7F800000], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>
  %sizes = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %r = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xi64>) -> tensor<2x2x2xf32>
  return %r : tensor<2x2x2xf32>
}

// pass: chlo-legalize-to-stablehlo
// without: chlo.
// cpp: the same

// -----

// A scan of an unknown size has no form.
func.func @main(%x: tensor<2x?xi32>) -> (tensor<2x?xi32>, tensor<2xi32>) {
  %init = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %out:2 = chlo.scan(%x) inits (%init) dimension=1  {
  ^bb0(%value: tensor<2xi32>, %carry: tensor<2xi32>):
    %sum = stablehlo.add %value, %carry : tensor<2xi32>
    stablehlo.return %sum, %sum : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x?xi32>, tensor<2xi32>) -> (tensor<2x?xi32>, tensor<2xi32>)
  return %out#0, %out#1 : tensor<2x?xi32>, tensor<2xi32>
}

// pass: chlo-legalize-to-stablehlo
// error: failed to legalize operation 'chlo.scan' that was explicitly marked illegal: its sizes must be known

// -----

// A dimension that the result does not have.
func.func @main(%a: tensor<1x4xf32>, %b: tensor<4xf32>) -> tensor<1x4xf32> {
  %r = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

// pass: chlo-legalize-to-stablehlo
// error: failed to legalize operation 'chlo.broadcast_add' that was explicitly marked illegal: broadcast_dimensions = array<i64: 2>
// warns: 'chlo.broadcast_add' op unsupported non prefix-padded dynamic rank broadcast_dimensions = array<i64: 2>

// -----

// Sizes are computed where ranks differ.
func.func @main(%a: tensor<?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// pass: chlo-legalize-to-stablehlo
// => func.func @main(%a: tensor<?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
// =>   %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
// =>   %1 = shape.shape_of %b : tensor<?x?xf32> -> tensor<2xindex>
// =>   %2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<2xindex>
// =>   %r = shape.assuming %2 -> (tensor<?x?xf32>) {
// =>     %3 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
// =>     %4 = stablehlo.dynamic_broadcast_in_dim %a, %3, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// =>     %5 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [0, 1] : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// =>     %6 = stablehlo.add %4, %5 : tensor<?x?xf32>
// =>     shape.assuming_yield %6 : tensor<?x?xf32>
// =>   }
// =>   return %r : tensor<?x?xf32>
// => }
// unevaluated

// -----

// A size of 1 that is known.
func.func @main(%a: tensor<?xf32>, %b: tensor<2x1xf32>) -> tensor<2x?xf32> {
  %r = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<2x1xf32>) -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// pass: chlo-legalize-to-stablehlo
// => func.func @main(%a: tensor<?xf32>, %b: tensor<2x1xf32>) -> tensor<2x?xf32> {
// =>   %0 = shape.const_shape [2, 1] : tensor<2xindex>
// =>   %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
// =>   %2 = shape.cstr_broadcastable %1, %0 : tensor<1xindex>, tensor<2xindex>
// =>   %r = shape.assuming %2 -> (tensor<2x?xf32>) {
// =>     %3 = shape.broadcast %1, %0 : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
// =>     %4 = stablehlo.dynamic_broadcast_in_dim %a, %3, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
// =>     %5 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [0, 1] : (tensor<2x1xf32>, tensor<2xindex>) -> tensor<2x?xf32>
// =>     %6 = stablehlo.add %4, %5 : tensor<2x?xf32>
// =>     shape.assuming_yield %6 : tensor<2x?xf32>
// =>   }
// =>   return %r : tensor<2x?xf32>
// => }
// unevaluated

// -----

// Bounded sizes.
func.func @main(%a: tensor<?xf32, #stablehlo.bounds<9>>, %b: tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<9>> {
  %r = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<9>>, tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<9>>
  return %r : tensor<?xf32, #stablehlo.bounds<9>>
}

// pass: chlo-legalize-to-stablehlo
// => func.func @main(%a: tensor<?xf32, #stablehlo.bounds<9>>, %b: tensor<f32>) -> tensor<?xf32, #stablehlo.bounds<9>> {
// =>   %0 = stablehlo.broadcast_in_dim %b, dims = [] : (tensor<f32>) -> tensor<9xf32>
// =>   %1 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32, #stablehlo.bounds<9>>) -> tensor<i32>
// =>   %2 = stablehlo.set_dimension_size %0, %1, dim = 0 : (tensor<9xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<9>>
// =>   %r = stablehlo.add %a, %2 : tensor<?xf32, #stablehlo.bounds<9>>
// =>   return %r : tensor<?xf32, #stablehlo.bounds<9>>
// => }

// -----

// Sizes with the same bound are the same.
func.func @main(%a: tensor<?xf32, #stablehlo.bounds<9>>, %b: tensor<?xf32, #stablehlo.bounds<9>>) -> tensor<?xf32, #stablehlo.bounds<9>> {
  %r = chlo.broadcast_add %a, %b : (tensor<?xf32, #stablehlo.bounds<9>>, tensor<?xf32, #stablehlo.bounds<9>>) -> tensor<?xf32, #stablehlo.bounds<9>>
  return %r : tensor<?xf32, #stablehlo.bounds<9>>
}

// pass: chlo-legalize-to-stablehlo
// => func.func @main(%a: tensor<?xf32, #stablehlo.bounds<9>>, %b: tensor<?xf32, #stablehlo.bounds<9>>) -> tensor<?xf32, #stablehlo.bounds<9>> {
// =>   %r = stablehlo.add %a, %b : tensor<?xf32, #stablehlo.bounds<9>>
// =>   return %r : tensor<?xf32, #stablehlo.bounds<9>>
// => }

// -----

// A composite becomes a call of its decomposition, unless its name is excepted.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.composite "my.double" %x {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  %b = stablehlo.composite "my.kept" %a {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<2xf32>
}
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}

// pass: stablehlo-legalize-composite-to-call{except_="my.kept"}
// => func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %a = call @double(%x) : (tensor<2xf32>) -> tensor<2xf32>
// =>   %b = stablehlo.composite "my.kept" %a {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
// =>   return %b : tensor<2xf32>
// => }
// => func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %r = stablehlo.add %x, %x : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
