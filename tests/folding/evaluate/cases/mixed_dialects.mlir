// Programs with ops of arith and tensor.

// -----

// What is cast there and back is itself.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %s = builtin.unrealized_conversion_cast %x : tensor<4xf32> to memref<4xf32>
  %r = builtin.unrealized_conversion_cast %s : memref<4xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
// =>   return %x : tensor<4xf32>
// => }

// -----

// Scalar constants count as constant.
func.func @main(%x: f32, %t: tensor<2xf32>) -> (f32, f32) {
  %half = arith.constant 5.000000e-01 : f32
  %a = arith.addf %half, %x : f32
  %b = arith.addf %half, %half : f32
  return %a, %b : f32, f32
}

// fold: unevaluated
// => func.func @main(%x: f32, %t: tensor<2xf32>) -> (f32, f32) {
// =>   %half = arith.constant 5.000000e-01 : f32
// =>   %a = arith.addf %half, %x : f32
// =>   %b = arith.constant 1.000000e+00 : f32
// =>   return %a, %b : f32, f32
// => }
// kept: arith.addf not-constant: has operand 1 that is not constant

// -----

// Constants cross from tensors to scalars and back: an element at a constant index.
func.func @main(%x: tensor<4xf32>) -> f32 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = tensor.extract %twice[%one] : tensor<4xf32>
  return %r : f32
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> f32 {
// =>   %r = arith.constant -0.000000e+00 : f32
// =>   return %r : f32
// => }

// -----

// Constants cross from tensors to scalars and back: an element of what is known in part.
func.func @main(%x: tensor<4xf32>) -> f32 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = tensor.extract %half_known[%place] : tensor<8xf32>
  return %r : f32
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> f32 {
// =>   %r = arith.constant -0.000000e+00 : f32
// =>   return %r : f32
// => }

// -----

// Constants cross from tensors to scalars and back: an element of eight bits.
func.func @main(%x: tensor<4xf32>) -> i8 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = tensor.extract %signs[%one] : tensor<2xi8>
  return %r : i8
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> i8 {
// =>   %r = arith.constant 2 : i8
// =>   return %r : i8
// => }

// -----

// Constants cross from tensors to scalars and back: a scalar that is cast.
func.func @main(%x: tensor<4xf32>) -> i64 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = builtin.unrealized_conversion_cast %five : tensor<i64> to i64
  return %r : i64
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> i64 {
// =>   %r = arith.constant 5 : i64
// =>   return %r : i64
// => }

// -----

// Constants cross from tensors to scalars and back: a tensor that is cast.
func.func @main(%x: tensor<4xf32>) -> tensor<2xui8> {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = builtin.unrealized_conversion_cast %signs : tensor<2xi8> to tensor<2xui8>
  return %r : tensor<2xui8>
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> tensor<2xui8> {
// =>   %r = stablehlo.constant dense<[255, 2]> : tensor<2xui8>
// =>   return %r : tensor<2xui8>
// => }

// -----

// Constants cross from tensors to scalars and back: an element that becomes a tensor again.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %e = tensor.extract %twice[%one] : tensor<4xf32>
  %t = builtin.unrealized_conversion_cast %e : f32 to tensor<f32>
  %r = stablehlo.sqrt %t : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
// =>   %r = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// What no scalar holds stays: an index out of bounds.
func.func @main(%x: tensor<4xf32>) -> f32 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = tensor.extract %table[%place] : tensor<4xf32>
  return %r : f32
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> f32 {
// =>   %place = arith.constant 5 : index
// =>   %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
// =>   %r = tensor.extract %table[%place] : tensor<4xf32>
// =>   return %r : f32
// => }
// kept: tensor.extract undefined: index [5] is not in the index space of [4]

// -----

// What no scalar holds stays: an unsigned scalar.
func.func @main(%x: tensor<4xf32>) -> ui64 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = builtin.unrealized_conversion_cast %five : tensor<i64> to ui64
  return %r : ui64
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> ui64 {
// =>   %five = stablehlo.constant dense<5> : tensor<i64>
// =>   %r = builtin.unrealized_conversion_cast %five : tensor<i64> to ui64
// =>   return %r : ui64
// => }
// kept: builtin.unrealized_conversion_cast uses: gives a 'ui64', which no constant can hold

// -----

// What no scalar holds stays: a signalling NaN: converted to the double that xDSL keeps, it is a quiet one.
func.func @main(%x: tensor<4xf32>) -> f32 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %two = arith.constant 2 : index
  %r = tensor.extract %table[%two] : tensor<4xf32>
  return %r : f32
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> f32 {
// =>   %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
// =>   %two = arith.constant 2 : index
// =>   %r = tensor.extract %table[%two] : tensor<4xf32>
// =>   return %r : f32
// => }
// kept: tensor.extract uses: gives a 'f32', which no constant can hold

// -----

// What no scalar holds stays: a cast of bits to another kind.
func.func @main(%x: tensor<4xf32>) -> f64 {
  %one = arith.constant 1 : index
  %five = stablehlo.constant dense<5> : tensor<i64>
  %place = builtin.unrealized_conversion_cast %five : tensor<i64> to index
  %table = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0x7F800001, 4.000000e+00]> : tensor<4xf32>
  %twice = stablehlo.add %table, %table : tensor<4xf32>
  %half_known = stablehlo.concatenate %x, %twice, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %signs = stablehlo.constant dense<[-1, 2]> : tensor<2xi8>
  %r = builtin.unrealized_conversion_cast %five : tensor<i64> to f64
  return %r : f64
}

// fold: unevaluated
// => func.func @main(%x: tensor<4xf32>) -> f64 {
// =>   %five = stablehlo.constant dense<5> : tensor<i64>
// =>   %r = builtin.unrealized_conversion_cast %five : tensor<i64> to f64
// =>   return %r : f64
// => }
// kept: builtin.unrealized_conversion_cast no-evaluator: has no evaluator

// -----

// What no scalar holds stays: a cast of two values to one, and of one to two.
func.func @main() -> (tensor<2xf32>, f32, f32) {
  %a = arith.constant 1.000000e+00 : f32
  %t = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %whole = builtin.unrealized_conversion_cast %a, %a : f32, f32 to tensor<2xf32>
  %parts:2 = builtin.unrealized_conversion_cast %t : tensor<2xf32> to f32, f32
  return %whole, %parts#0, %parts#1 : tensor<2xf32>, f32, f32
}

// fold: unevaluated
// unchanged

// -----

// A constant whose sizes the type did not say goes to a reader of another dialect behind a cast; a cast to them is it.
func.func @main() -> (memref<?xf32>, tensor<4xf32>) {
  %a = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
  %b = stablehlo.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
  %c = tensor.cast %b : tensor<?xf32> to tensor<4xf32>
  %d = builtin.unrealized_conversion_cast %b : tensor<?xf32> to memref<?xf32>
  return %d, %c : memref<?xf32>, tensor<4xf32>
}

// fold: unevaluated
// => func.func @main() -> (memref<?xf32>, tensor<4xf32>) {
// =>   %b = stablehlo.constant dense<[2.000000e+00, 4.000000e+00, 6.000000e+00, 8.000000e+00]> : tensor<4xf32>
// =>   %0 = tensor.cast %b : tensor<4xf32> to tensor<?xf32>
// =>   %d = builtin.unrealized_conversion_cast %0 : tensor<?xf32> to memref<?xf32>
// =>   return %d, %b : memref<?xf32>, tensor<4xf32>
// => }

// -----

// Sizes as indices: of a type that says them, and of a constant.
func.func @main(%x: tensor<2x?xf32>) -> (index, tensor<2xi64>, tensor<2xindex>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %a = tensor.dim %x, %zero : tensor<2x?xf32>
  %b = tensor.dim %x, %one : tensor<2x?xf32>
  %c = arith.muli %a, %three : index
  %shape = tensor.from_elements %c, %a : tensor<2xindex>
  %i = arith.index_cast %shape : tensor<2xindex> to tensor<2xi64>
  %dynamic = tensor.from_elements %a, %b : tensor<2xindex>
  return %c, %i, %dynamic : index, tensor<2xi64>, tensor<2xindex>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2x?xf32>) -> (index, tensor<2xi64>, tensor<2xindex>) {
// =>   %one = arith.constant 1 : index
// =>   %a = arith.constant 2 : index
// =>   %b = tensor.dim %x, %one : tensor<2x?xf32>
// =>   %c = arith.constant 6 : index
// =>   %i = stablehlo.constant dense<[6, 2]> : tensor<2xi64>
// =>   %dynamic = tensor.from_elements %a, %b : tensor<2xindex>
// =>   return %c, %i, %dynamic : index, tensor<2xi64>, tensor<2xindex>
// => }
