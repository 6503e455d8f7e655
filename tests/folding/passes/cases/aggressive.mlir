// Upstream's names for what the folder does: constants go to the right, and chains are merged.

// -----

// A constant goes to the right.
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<6xf32>
  %r = stablehlo.add %c, %x : tensor<6xf32>
  return %r : tensor<6xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
// =>   %c = stablehlo.constant dense<2.000000e+00> : tensor<6xf32>
// =>   %r = stablehlo.add %x, %c : tensor<6xf32>
// =>   return %r : tensor<6xf32>
// => }

// -----

// A constant goes to the right of a comparison, which turns round.
func.func @main(%x: tensor<6xf32>) -> tensor<6xi1> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<6xf32>
  %r = stablehlo.compare LT, %c, %x : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
  return %r : tensor<6xi1>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>) -> tensor<6xi1> {
// =>   %c = stablehlo.constant dense<2.000000e+00> : tensor<6xf32>
// =>   %r = stablehlo.compare GT, %x, %c : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xi1>
// =>   return %r : tensor<6xi1>
// => }

// -----

// Two reshapes are one.
func.func @main(%x: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<3x2xf32>
  %r = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>) -> tensor<2x3xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
// =>   return %r : tensor<2x3xf32>
// => }

// -----

// Two broadcasts are one.
func.func @main(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %r = stablehlo.broadcast_in_dim %0, dims = [1, 2] : (tensor<2x3xf32>) -> tensor<4x2x3xf32>
  return %r : tensor<4x2x3xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<3xf32>) -> tensor<4x2x3xf32> {
// =>   %r = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<3xf32>) -> tensor<4x2x3xf32>
// =>   return %r : tensor<4x2x3xf32>
// => }

// -----

// A broadcast that only permutes is a transpose.
func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %r = stablehlo.broadcast_in_dim %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
// =>   %r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
// =>   return %r : tensor<3x2xf32>
// => }

// -----

// Operands without elements are left out of a concatenation.
func.func @main(%x: tensor<6xf32>, %y: tensor<0xf32>) -> tensor<12xf32> {
  %r = stablehlo.concatenate %x, %y, %x, dim = 0 : (tensor<6xf32>, tensor<0xf32>, tensor<6xf32>) -> tensor<12xf32>
  return %r : tensor<12xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>, %y: tensor<0xf32>) -> tensor<12xf32> {
// =>   %r = stablehlo.concatenate %x, %x, dim = 0 : (tensor<6xf32>, tensor<6xf32>) -> tensor<12xf32>
// =>   return %r : tensor<12xf32>
// => }

// -----

// A broadcast that only adds a dimension of one is a reshape.
func.func @main(%x: tensor<6xf32>) -> tensor<1x6xf32> {
  %r = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>) -> tensor<1x6xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<6xf32>) -> tensor<1x6xf32>
// =>   return %r : tensor<1x6xf32>
// => }

// -----

// A transpose that only moves a dimension of one is a reshape.
func.func @main(%x: tensor<2x1x3xf32>) -> tensor<1x2x3xf32> {
  %r = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<2x1x3xf32>) -> tensor<1x2x3xf32> {
// =>   %r = stablehlo.reshape %x : (tensor<2x1x3xf32>) -> tensor<1x2x3xf32>
// =>   return %r : tensor<1x2x3xf32>
// => }

// -----

// Two concatenations are one.
func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<18xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<6xf32>, tensor<6xf32>) -> tensor<12xf32>
  %r = stablehlo.concatenate %0, %x, dim = 0 : (tensor<12xf32>, tensor<6xf32>) -> tensor<18xf32>
  return %r : tensor<18xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<18xf32> {
// =>   %r = stablehlo.concatenate %x, %y, %x, dim = 0 : (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<18xf32>
// =>   return %r : tensor<18xf32>
// => }

// -----

// A gather with known sizes is static.
func.func @main(%x: tensor<2x3xf32>, %i: tensor<4xi64>) -> tensor<4x3xf32> {
  %c = stablehlo.constant dense<[1, 3]> : tensor<2xi64>
  %r = "stablehlo.dynamic_gather"(%x, %i, %c) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>) -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<2x3xf32>, %i: tensor<4xi64>) -> tensor<4x3xf32> {
// =>   %r = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<4x3xf32>
// =>   return %r : tensor<4x3xf32>
// => }

// -----

// A selection by `not p` selects the other way.
func.func @main(%p: tensor<i1>, %x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %n = stablehlo.not %p : tensor<i1>
  %r = stablehlo.select %n, %x, %y : tensor<i1>, tensor<6xf32>
  return %r : tensor<6xf32>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%p: tensor<i1>, %x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
// =>   %r = stablehlo.select %p, %y, %x : tensor<i1>, tensor<6xf32>
// =>   return %r : tensor<6xf32>
// => }

// -----

// -0.0 + 0.0 is 0.0: zero of floats is kept, though upstream drops the op.
func.func @main(%x: tensor<6xf32>) -> tensor<6xf32> {
  %c = stablehlo.constant dense<0.000000e+00> : tensor<6xf32>
  %r = stablehlo.add %x, %c : tensor<6xf32>
  return %r : tensor<6xf32>
}

// pass: stablehlo-target-independent-optimization
// unchanged

// -----

// Neighbours of other elements stay apart as upstream.
func.func @main(%x: tensor<6xf32>) -> tensor<9xf32> {
  %a = stablehlo.constant dense<1.000000e+00> : tensor<1xf32>
  %b = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
  %r = stablehlo.concatenate %a, %a, %b, %x, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<6xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// pass: stablehlo-aggressive-folder
// => func.func @main(%x: tensor<6xf32>) -> tensor<9xf32> {
// =>   %b = stablehlo.constant dense<2.000000e+00> : tensor<1xf32>
// =>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// =>   %r = stablehlo.concatenate %cst, %b, %x, dim = 0 : (tensor<2xf32>, tensor<1xf32>, tensor<6xf32>) -> tensor<9xf32>
// =>   return %r : tensor<9xf32>
// => }

// pass: stablehlo-aggressive-folder{as-upstream=false}
// => func.func @main(%x: tensor<6xf32>) -> tensor<9xf32> {
// =>   %cst = stablehlo.constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>
// =>   %r = stablehlo.concatenate %cst, %x, dim = 0 : (tensor<3xf32>, tensor<6xf32>) -> tensor<9xf32>
// =>   return %r : tensor<9xf32>
// => }

// -----

// The sharding of an op is handed on to what it is equal to.
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %n = stablehlo.negate %x : tensor<2xi64>
  %r = stablehlo.reshape %n {mhlo.sharding = "s"} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
// =>   %n = stablehlo.negate %x {mhlo.sharding = "s"} : tensor<2xi64>
// =>   return %n : tensor<2xi64>
// => }

// -----

// An op that has a sharding keeps its own.
func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
  %n = stablehlo.negate %x {mhlo.sharding = "t"} : tensor<2xi64>
  %r = stablehlo.reshape %n {mhlo.sharding = "s"} : (tensor<2xi64>) -> tensor<2xi64>
  return %r : tensor<2xi64>
}

// pass: stablehlo-aggressive-simplification
// => func.func @main(%x: tensor<2xi64>) -> tensor<2xi64> {
// =>   %n = stablehlo.negate %x {mhlo.sharding = "t"} : tensor<2xi64>
// =>   return %n : tensor<2xi64>
// => }
