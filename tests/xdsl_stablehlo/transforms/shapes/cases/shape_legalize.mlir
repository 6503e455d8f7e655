// Arithmetic on sizes, in StableHLO.

// -----

// An error: it has no form.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = shape.cstr_broadcastable %n, %n : tensor<3xindex>, tensor<3xindex>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'shape.cstr_broadcastable' that was explicitly marked illegal: it has no form in StableHLO

// -----

// An error: it has not two operands.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = shape.broadcast %n : tensor<3xindex> -> tensor<3xindex>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'shape.broadcast' that was explicitly marked illegal: it has not two operands

// -----

// An error: an index is not constant.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = tensor.extract %n[%k] : tensor<3xindex>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'tensor.extract' that was explicitly marked illegal: an index is not constant

// -----

// An error: [3] lies outside of.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %c3 = arith.constant 3 : index
  %w = tensor.extract %n[%c3] : tensor<3xindex>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'tensor.extract' that was explicitly marked illegal: [3] lies outside of 'tensor<3xindex>'

// -----

// An error: no dimension 3.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %c3 = arith.constant 3 : index
  %w = tensor.dim %x, %c3 : tensor<2x5xf32>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'tensor.dim' that was explicitly marked illegal: its operand has no dimension 3

// -----

// An error: 'tensor<2xi32>' cannot be '!shape.shape'.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = shape.shape_of %x : tensor<2x5xf32> -> !shape.shape
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'shape.shape_of' that was explicitly marked illegal: 'tensor<2xi32>' cannot be '!shape.shape'

// -----

// An error: 'tensor<i32>' cannot be '!shape.size'.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = shape.num_elements %n : tensor<3xindex> -> !shape.size
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'shape.num_elements' that was explicitly marked illegal: 'tensor<i32>' cannot be '!shape.size'

// -----

// An error: its result is 'i32'.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %w = arith.muli %i, %i : i32
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'arith.muli' that was explicitly marked illegal: its result is 'i32'

// -----

// An error: its result is 'tensor<1xi8>'.
func.func @main(%n: tensor<3xindex>, %k: index, %i: i32, %x: tensor<2x5xf32>) {
  %b = arith.constant 1 : i8
  %w = tensor.from_elements %b : tensor<1xi8>
  return
}

// pass: shape-legalize-to-stablehlo
// error: failed to legalize operation 'tensor.from_elements' that was explicitly marked illegal: its result is 'tensor<1xi8>'

// -----

// Sizes that refinement knows do not stay dynamic behind their cast to indices.
func.func @main(%x: tensor<2x3xui8>) -> tensor<?x?xi64> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = tensor.dim %x, %zero : tensor<2x3xui8>
  %b = tensor.dim %x, %one : tensor<2x3xui8>
  %shape = tensor.from_elements %a, %b : tensor<2xindex>
  %r = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64>
  return %r : tensor<?x?xi64>
}

// pass: shape-legalize-to-stablehlo,stablehlo-refine-shapes,stablehlo-canonicalize-dynamism
// => func.func @main(%x: tensor<2x3xui8>) -> tensor<2x3xi64> {
// =>   %r = stablehlo.iota dim = 1 : tensor<2x3xi64>
// =>   return %r : tensor<2x3xi64>
// => }
