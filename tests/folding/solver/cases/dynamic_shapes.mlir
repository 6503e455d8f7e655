// Dynamic ops and sizes: what becomes static, and what stays.

// -----

// A user that needs the dynamic type keeps the op.
func.func @main(%x: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// unchanged

// -----

// A constant of unknown size gets its size where users take it.
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %d = stablehlo.add %i, %x : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  %r = stablehlo.add %d, %d : tensor<3xf32>
  return %r : tensor<3xf32>
}

// => func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
// =>   %i = stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>
// =>   %d = stablehlo.add %i, %x : tensor<3xf32>
// =>   %r = stablehlo.add %d, %d : tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }

// -----

// Shape arithmetic folds.
func.func @main(%x: tensor<4x?xf32>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<4x?xf32>) -> tensor<i32>
  %w = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
  %v = stablehlo.reshape %w : (tensor<i64>) -> tensor<1xi64>
  %i = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%i init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<4x?xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A size that does not fit is not made a constant.
func.func @main(%x: tensor<2147483648x0xf32>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2147483648x0xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2147483648x0xf32>) -> tensor<i32> {
// =>   %x_0 = stablehlo.constant dense<> : tensor<2147483648x0xf32>
// =>   %r = stablehlo.get_dimension_size %x_0, dim = 0 : (tensor<2147483648x0xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// An operand of unknown size keeps the op.
func.func @main(%x: tensor<?x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<?x3xf32>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A hook keeps dynamic ops.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: keep=dynamic_pad
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A static result type needs no user that minds.
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
// =>   return %r : tensor<3x2xf32>
// => }

// -----

// Sizes that do not fit are left to whoever runs it: beyond the operand.
// A slice beyond the operand, or one that ends before it begins, is undefined.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<3> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<3> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// =>   %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Sizes that do not fit are left to whoever runs it: it ends before it begins.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<[0, 3]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// =>   %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Sizes are i32: the largest.
func.func @main(%x: tensor<2147483647x0xf32>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2147483647x0xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2147483647x0xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<2147483647> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Sizes are i32: one more.
func.func @main(%x: tensor<2147483648x0xf32>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2147483648x0xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2147483648x0xf32>) -> tensor<i32> {
// =>   %x_0 = stablehlo.constant dense<> : tensor<2147483648x0xf32>
// =>   %r = stablehlo.get_dimension_size %x_0, dim = 0 : (tensor<2147483648x0xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A hook keeps the question for a size.
func.func @main(%x: tensor<3xf32>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<3xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// fold: keep=get_dimension_size
// unchanged

// -----

// Setting a size: dimension 0 to itself.
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
// =>   return %x : tensor<2x3xf32>
// => }

// -----

// Setting a size: an unknown size.
func.func @main(%x: tensor<2x3xf32>, %s: tensor<i32>) -> tensor<2x3xf32> {
  %r = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// fold: unevaluated
// unchanged

// -----

// Setting a size: dimension 0 to less.
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// fold: unevaluated
// unchanged

// -----

// Setting a size: dimension 1 to itself.
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %s, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
// =>   return %x : tensor<2x3xf32>
// => }

// -----

// Setting a size: dimension 1 to less.
func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %s, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// fold: unevaluated
// unchanged

// -----

// A constant of which less is set has the size that is set.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %s = stablehlo.constant dense<2> : tensor<i32>
  %d = stablehlo.set_dimension_size %x, %s, dim = 0 : (tensor<3xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<3>>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32, #stablehlo.bounds<3>>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Dynamic op with known sizes becomes static: reshape.
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %d = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.add %d, %d : tensor<?x?xf32>
  %o = stablehlo.constant dense<1> : tensor<1xi64>
  %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %r = stablehlo.multiply %n, %m : tensor<i32>
  return %r, %k : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
// =>   %d = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<3x2xf32>
// =>   %u = stablehlo.add %d, %d : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<?x?xf32>
// =>   %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r, %k : tensor<i32>, tensor<i32>
// => }

// -----

// Dynamic op with known sizes becomes static: broadcast.
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
  %s = stablehlo.constant dense<[4, 2, 3]> : tensor<3xi64>
  %d = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x?x?xf32>) -> tensor<i32>
  %u = stablehlo.add %d, %d : tensor<?x?x?xf32>
  %o = stablehlo.constant dense<1> : tensor<1xi64>
  %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
  %r = stablehlo.multiply %n, %m : tensor<i32>
  return %r, %k : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
// =>   %d = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
// =>   %u = stablehlo.add %d, %d : (tensor<4x2x3xf32>, tensor<4x2x3xf32>) -> tensor<?x?x?xf32>
// =>   %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?x?xf32>) -> tensor<i32>
// =>   %r = stablehlo.constant dense<8> : tensor<i32>
// =>   return %r, %k : tensor<i32>, tensor<i32>
// => }

// -----

// Dynamic op with known sizes becomes static: pad.
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<0> : tensor<2xi64>
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %h : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.add %d, %d : tensor<?x?xf32>
  %o = stablehlo.constant dense<1> : tensor<1xi64>
  %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %r = stablehlo.multiply %n, %m : tensor<i32>
  return %r, %k : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %d = stablehlo.pad %x, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x3xf32>
// =>   %u = stablehlo.add %d, %d : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<?x?xf32>
// =>   %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   %r = stablehlo.constant dense<9> : tensor<i32>
// =>   return %r, %k : tensor<i32>, tensor<i32>
// => }

// -----

// Dynamic op with known sizes becomes static: slice.
func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
  %b = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %e = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %t = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %b, %e, %t : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %n = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %m = stablehlo.get_dimension_size %d, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.add %d, %d : tensor<?x?xf32>
  %o = stablehlo.constant dense<1> : tensor<1xi64>
  %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %r = stablehlo.multiply %n, %m : tensor<i32>
  return %r, %k : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> (tensor<i32>, tensor<i32>) {
// =>   %d = stablehlo.slice %x [1:2, 0:3] : (tensor<2x3xf32>) -> tensor<1x3xf32>
// =>   %u = stablehlo.add %d, %d : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<?x?xf32>
// =>   %k = stablehlo.get_dimension_size %u, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r, %k : tensor<i32>, tensor<i32>
// => }

// -----

// Types that fit are refined as before.
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %s = stablehlo.constant dense<1> : tensor<2xi64>
  %t = stablehlo.add %s, %s : tensor<2xi64>
  %i = stablehlo.dynamic_iota %t, dim = 0 : (tensor<2xi64>) -> tensor<?x2xf32>
  %d = stablehlo.add %i, %x : (tensor<?x2xf32>, tensor<2x2xf32>) -> tensor<2x?xf32>
  %r = stablehlo.add %d, %x : (tensor<2x?xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// => func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
// =>   %i = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00]]> : tensor<2x2xf32>
// =>   %d = stablehlo.add %i, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x?xf32>
// =>   %r = stablehlo.add %d, %x : (tensor<2x?xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// =>   return %r : tensor<2x2xf32>
// => }

// -----

// A shape that the verifier would see is not made a constant.
func.func @main(%x: tensor<2x3xf32>, %a: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %s = stablehlo.add %z, %z : tensor<2xi64>
  %d = stablehlo.subtract %s, %z : tensor<2xi64>
  %v = stablehlo.dynamic_reshape %x, %d : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x5xf32>
  %r = stablehlo.custom_call @use(%v) : (tensor<?x5xf32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %a: tensor<2xi64>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
// =>   %s = stablehlo.constant dense<[6, 4]> : tensor<2xi64>
// =>   %d = stablehlo.subtract %s, %z : tensor<2xi64>
// =>   %v = stablehlo.dynamic_reshape %x, %d : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x5xf32>
// =>   %r = stablehlo.custom_call @use(%v) : (tensor<?x5xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: stablehlo.dynamic_reshape undefined: makes a 'tensor<3x2xf32>' where 'tensor<?x5xf32>' is declared
// kept: stablehlo.subtract undefined: has a user, 'stablehlo.dynamic_reshape', whose types contradict it

// -----

// One size that is not known keeps the op: the operand of sizes of a reshape.
func.func @main(%x: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %d = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<i32> {
// =>   %d = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: a reshape of which all are known.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %d = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the operand of sizes of a broadcast.
func.func @main(%x: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %d = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %s: tensor<2xi64>) -> tensor<i32> {
// =>   %d = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: a broadcast of which all are known.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %d = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<2> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the low padding.
func.func @main(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: a pad of which all are known.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<4> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the high padding.
func.func @main(%x: tensor<2x3xf32>, %h: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %i = stablehlo.constant dense<1> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %h: tensor<2xi64>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<1> : tensor<2xi64>
// =>   %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the interior padding.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
// =>   %d = stablehlo.dynamic_pad %x, %z, %l, %h, %i : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the starts of a slice.
func.func @main(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %l: tensor<2xi64>) -> tensor<i32> {
// =>   %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// =>   %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: a slice of which all are known.
func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<2x3xf32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<1> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the limits of a slice.
func.func @main(%x: tensor<2x3xf32>, %h: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %h: tensor<2xi64>) -> tensor<i32> {
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %i = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
// =>   %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One size that is not known keeps the op: the strides of a slice.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<i32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %u = stablehlo.negate %d : tensor<?x?xf32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x3xf32>, %i: tensor<2xi64>) -> tensor<i32> {
// =>   %l = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
// =>   %h = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
// =>   %d = stablehlo.real_dynamic_slice %x, %l, %h, %i : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
// =>   %r = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A constant of unknown size has its size for the rules about what reads it: they leave the clamp out at once.
func.func @main(%x: tensor<1xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %at = stablehlo.clamp %low, %i, %high : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<1xi64>
  %d = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %u = stablehlo.dynamic_update_slice %d, %x, %at : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
  %s = stablehlo.dynamic_slice %u, %at, sizes = [2] : (tensor<?xi32>, tensor<i32>) -> tensor<2xi32>
  return %s : tensor<2xi32>
}

// => func.func @main(%x: tensor<1xi32>, %i: tensor<i32>) -> tensor<2xi32> {
// =>   %d = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
// =>   %u = stablehlo.dynamic_update_slice %d, %x, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
// =>   %s = stablehlo.dynamic_slice %u, %i, sizes = [2] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
// =>   return %s : tensor<2xi32>
// => }

// -----

// Not where a reader needs the type without it.
func.func @main(%x: tensor<1xi32>, %i: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %at = stablehlo.clamp %low, %i, %high : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<1xi64>
  %d = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %u = stablehlo.dynamic_update_slice %d, %x, %at : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
  return %u, %d : tensor<?xi32>, tensor<?xi32>
}

// unchanged

// -----

// A loop whose result says more of its sizes than what it begins with, which holds.
func.func @main(%m: tensor<i32>) -> (tensor<i32>) {
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %cz = stablehlo.constant dense<7.0> : tensor<f32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %v0 = stablehlo.dynamic_broadcast_in_dim %cz, %shape, dims = [] : (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
  %v1 = stablehlo.transpose %v0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %i2, %v2 = "stablehlo.while"(%m, %v1) ({
          ^bb0(%i: tensor<i32>, %y: tensor<?x?xf32>):
            %t = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %t : tensor<i1>
          }, {
          ^bb0(%i: tensor<i32>, %y: tensor<?x?xf32>):
            %j = stablehlo.add %i, %i : tensor<i32>
            %z = stablehlo.abs %y : (tensor<?x?xf32>) -> tensor<?x?xf32>
            stablehlo.return %j, %z : tensor<i32>, tensor<?x?xf32>
          }) : (tensor<i32>, tensor<?x?xf32>) -> (tensor<i32>, tensor<?x3xf32>)
  %d2 = stablehlo.get_dimension_size %v2, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  return %d2 : tensor<i32>
}

// => func.func @main(%m: tensor<i32>) -> tensor<i32> {
// =>   %d2 = stablehlo.constant dense<2> : tensor<i32>
// =>   return %d2 : tensor<i32>
// => }

// -----

// What is written into copies of a scalar is copies of it, which cannot be made where their number is not known.
func.func @main(%x: tensor<i32>) -> tensor<2xi32> {
  %four = stablehlo.constant dense<4> : tensor<1xi64>
  %v36 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %v61 = stablehlo.dynamic_reshape %v36, %four : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>
  %v63 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<1xi32>
  %v62 = stablehlo.dynamic_update_slice %v61, %v63, %x : (tensor<?xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
  %v66 = stablehlo.dynamic_slice %v62, %x, sizes = [2] : (tensor<?xi32>, tensor<i32>) -> tensor<2xi32>
  return %v66 : tensor<2xi32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<2xi32> {
// =>   %v36 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<4xi32>
// =>   %v63 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<1xi32>
// =>   %v62 = stablehlo.dynamic_update_slice %v36, %v63, %x : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<?xi32>
// =>   %v66 = stablehlo.dynamic_slice %v62, %x, sizes = [2] : (tensor<?xi32>, tensor<i32>) -> tensor<2xi32>
// =>   return %v66 : tensor<2xi32>
// => }
