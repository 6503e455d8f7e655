// Mistakes that constant folders have made elsewhere.

// -----

// Total order compare is that of IEEE 754.
func.func @main() -> tensor<4xi1> {
  %a = stablehlo.constant dense<[-0.000000e+00, 1.000000e+00, 0xFFC00000, 0.000000e+00]> : tensor<4xf32>
  %b = stablehlo.constant dense<[0.000000e+00, 0x7FC00000, -1.000000e+00, -0.000000e+00]> : tensor<4xf32>
  %r = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// => func.func @main() -> tensor<4xi1> {
// =>   %r = stablehlo.constant dense<[true, true, true, false]> : tensor<4xi1>
// =>   return %r : tensor<4xi1>
// => }

// -----

// Minimum and maximum propagate NaN and order zeros: maximum.
func.func @main() -> tensor<3xf32> {
  %a = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %b = stablehlo.constant dense<[-0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %r = stablehlo.maximum %a, %b : tensor<3xf32>
  return %r : tensor<3xf32>
}

// => func.func @main() -> tensor<3xf32> {
// =>   %r = stablehlo.constant dense<[0.000000e+00, 0.000000e+00, 0x7FC00000]> : tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }

// -----

// Minimum and maximum propagate NaN and order zeros: minimum.
func.func @main() -> tensor<3xf32> {
  %a = stablehlo.constant dense<[0.000000e+00, -0.000000e+00, 0x7FC00000]> : tensor<3xf32>
  %b = stablehlo.constant dense<[-0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %r = stablehlo.minimum %a, %b : tensor<3xf32>
  return %r : tensor<3xf32>
}

// => func.func @main() -> tensor<3xf32> {
// =>   %r = stablehlo.constant dense<[-0.000000e+00, -0.000000e+00, 0x7FC00000]> : tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }

// -----

// Sign keeps negative zero.
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
  %r = stablehlo.sign %a : tensor<f32>
  return %r : tensor<f32>
}

// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// Float identities are not taken for granted: add, 0.0.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %r = stablehlo.add %x, %c : tensor<2xf32>
  return %r : tensor<2xf32>
}

// unchanged

// -----

// Float identities are not taken for granted: multiply, 0.0.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %r = stablehlo.multiply %x, %c : tensor<2xf32>
  return %r : tensor<2xf32>
}

// unchanged

// -----

// Float identities are not taken for granted: subtract, %x.
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %r = stablehlo.subtract %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}

// => func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %r = stablehlo.subtract %x, %x : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// -----

// Sums are not reassociated.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %big = stablehlo.constant dense<1.000000e+08> : tensor<f32>
  %a = stablehlo.add %x, %big : tensor<f32>
  %r = stablehlo.subtract %a, %big : tensor<f32>
  return %r : tensor<f32>
}

// unchanged

// -----

// Integer division without a result stays: 7, 0, divide.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[1, 7]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 0]> : tensor<2xi8>
  %r = stablehlo.divide %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// unchanged
// kept: stablehlo.divide undefined

// -----

// Integer division without a result stays: 7, 0, remainder.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[1, 7]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 0]> : tensor<2xi8>
  %r = stablehlo.remainder %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// unchanged
// kept: stablehlo.remainder undefined

// -----

// Integer division without a result stays: -128, -1, divide.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.divide %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// unchanged
// kept: stablehlo.divide undefined

// -----

// Integer division without a result stays: -128, -1, remainder.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[1, -128]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.remainder %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// unchanged
// kept: stablehlo.remainder undefined

// -----

// A matrix without a factor is not factorised in a function either: 5.
func.func private @factor(%a: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @main() -> tensor<2x2xf64> {
  %a = stablehlo.constant dense<[[4.000000e+00, 2.000000e+00], [2.000000e+00, 5.000000e+00]]> : tensor<2x2xf64>
  %r = call @factor(%a) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

// => func.func @main() -> tensor<2x2xf64> {
// =>   %r = stablehlo.constant dense<[[2.000000e+00, 0.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf64>
// =>   return %r : tensor<2x2xf64>
// => }
// kept: nothing

// -----

// A matrix without a factor is not factorised in a function either: 1.
func.func private @factor(%a: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @main() -> tensor<2x2xf64> {
  %a = stablehlo.constant dense<[[4.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00]]> : tensor<2x2xf64>
  %r = call @factor(%a) : (tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}

// => func.func private @factor() -> tensor<2x2xf64> {
// =>   %a = stablehlo.constant dense<[[4.000000e+00, 2.000000e+00], [2.000000e+00, 1.000000e+00]]> : tensor<2x2xf64>
// =>   %r = stablehlo.cholesky %a, lower = true : tensor<2x2xf64>
// =>   return %r : tensor<2x2xf64>
// => }
// => func.func @main() -> tensor<2x2xf64> {
// =>   %r = call @factor() : () -> tensor<2x2xf64>
// =>   return %r : tensor<2x2xf64>
// => }
// kept: func.call undefined: runs 'stablehlo.cholesky', whose evaluation is undefined: a matrix is not positive-definite
// kept: stablehlo.cholesky undefined: is not defined by the specification here: a matrix is not positive-definite

// -----

// Shifts beyond the width shift everything out: shift_left, 8.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 8]> : tensor<2xi8>
  %r = stablehlo.shift_left %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[80, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_left, 40.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 40]> : tensor<2xi8>
  %r = stablehlo.shift_left %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[80, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_left, -1.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.shift_left %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[80, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_arithmetic, 8.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 8]> : tensor<2xi8>
  %r = stablehlo.shift_right_arithmetic %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, -1]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_arithmetic, 40.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 40]> : tensor<2xi8>
  %r = stablehlo.shift_right_arithmetic %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, -1]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_arithmetic, -1.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.shift_right_arithmetic %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, -1]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_logical, 8.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 8]> : tensor<2xi8>
  %r = stablehlo.shift_right_logical %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_logical, 40.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, 40]> : tensor<2xi8>
  %r = stablehlo.shift_right_logical %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Shifts beyond the width shift everything out: shift_right_logical, -1.
// Every implementation agrees, and JAX relies on it: `random.key` shifts an i32 by 32.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[40, -8]> : tensor<2xi8>
  %b = stablehlo.constant dense<[1, -1]> : tensor<2xi8>
  %r = stablehlo.shift_right_logical %a, %b : tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[20, 0]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Unsigned indices stay unsigned.
func.func @main() -> tensor<1xi32> {
  %x = stablehlo.iota dim = 0 : tensor<255xi32>
  %i = stablehlo.constant dense<200> : tensor<ui8>
  %r = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<255xi32>, tensor<ui8>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// => func.func @main() -> tensor<1xi32> {
// =>   %r = stablehlo.constant dense<200> : tensor<1xi32>
// =>   return %r : tensor<1xi32>
// => }

// -----

// Addition of booleans is `or`.
func.func @main() -> tensor<3xi1> {
  %a = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
  %b = stablehlo.constant dense<[true, false, false]> : tensor<3xi1>
  %r = stablehlo.add %a, %b : tensor<3xi1>
  return %r : tensor<3xi1>
}

// => func.func @main() -> tensor<3xi1> {
// =>   %r = stablehlo.constant dense<[true, true, false]> : tensor<3xi1>
// =>   return %r : tensor<3xi1>
// => }

// -----

// A scalar predicate selects whole tensors.
func.func @main() -> tensor<3xi32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %a = stablehlo.constant dense<[3, 7, -3]> : tensor<3xi32>
  %b = stablehlo.constant dense<0> : tensor<3xi32>
  %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<3xi32>
  return %r : tensor<3xi32>
}

// => func.func @main() -> tensor<3xi32> {
// =>   %r = stablehlo.constant dense<[3, 7, -3]> : tensor<3xi32>
// =>   return %r : tensor<3xi32>
// => }

// -----

// One is not neutral for `and`.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<1> : tensor<i8>
  %r = stablehlo.and %x, %c : tensor<i8>
  return %r : tensor<i8>
}

// unchanged

// -----

// Small floats are rounded once and overflow as their type says: f64, -431.99999999999994, f8E4M3FN.
func.func @main() -> tensor<f8E4M3FN> {
  %a = stablehlo.constant dense<-431.99999999999994> : tensor<f64>
  %r = stablehlo.convert %a : (tensor<f64>) -> tensor<f8E4M3FN>
  return %r : tensor<f8E4M3FN>
}

// => func.func @main() -> tensor<f8E4M3FN> {
// =>   %r = stablehlo.constant dense<-4.160000e+02> : tensor<f8E4M3FN>
// =>   return %r : tensor<f8E4M3FN>
// => }

// -----

// Small floats are rounded once and overflow as their type says: f64, 1.00390625000000022, bf16.
func.func @main() -> tensor<bf16> {
  %a = stablehlo.constant dense<1.0039062500000002> : tensor<f64>
  %r = stablehlo.convert %a : (tensor<f64>) -> tensor<bf16>
  return %r : tensor<bf16>
}

// => func.func @main() -> tensor<bf16> {
// =>   %r = stablehlo.constant dense<1.007810e+00> : tensor<bf16>
// =>   return %r : tensor<bf16>
// => }

// -----

// Small floats are rounded once and overflow as their type says: i32, 16842753, bf16.
func.func @main() -> tensor<bf16> {
  %a = stablehlo.constant dense<16842753> : tensor<i32>
  %r = stablehlo.convert %a : (tensor<i32>) -> tensor<bf16>
  return %r : tensor<bf16>
}

// => func.func @main() -> tensor<bf16> {
// =>   %r = stablehlo.constant dense<1.690830e+07> : tensor<bf16>
// =>   return %r : tensor<bf16>
// => }

// -----

// Small floats are rounded once and overflow as their type says: f64, 2.0e3, f8E4M3FN.
func.func @main() -> tensor<f8E4M3FN> {
  %a = stablehlo.constant dense<2.000000e+03> : tensor<f64>
  %r = stablehlo.convert %a : (tensor<f64>) -> tensor<f8E4M3FN>
  return %r : tensor<f8E4M3FN>
}

// => func.func @main() -> tensor<f8E4M3FN> {
// =>   %r = stablehlo.constant dense<0x7F> : tensor<f8E4M3FN>
// =>   return %r : tensor<f8E4M3FN>
// => }

// -----

// Small floats are rounded once and overflow as their type says: f64, 1.0e6, f8E5M2.
func.func @main() -> tensor<f8E5M2> {
  %a = stablehlo.constant dense<1.000000e+06> : tensor<f64>
  %r = stablehlo.convert %a : (tensor<f64>) -> tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}

// => func.func @main() -> tensor<f8E5M2> {
// =>   %r = stablehlo.constant dense<0x7C> : tensor<f8E5M2>
// =>   return %r : tensor<f8E5M2>
// => }

// -----

// A round trip through a small float rounds.
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<1.001000e+00> : tensor<f32>
  %b = stablehlo.convert %a : (tensor<f32>) -> tensor<bf16>
  %r = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
  return %r : tensor<f32>
}

// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// A float to an integer saturates and NaN is zero.
func.func @main() -> tensor<4xi8> {
  %a = stablehlo.constant dense<[3.000000e+02, -3.000000e+02, 0x7FC00000, -1.900000e+00]> : tensor<4xf32>
  %r = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// => func.func @main() -> tensor<4xi8> {
// =>   %r = stablehlo.constant dense<[127, -128, 0, -1]> : tensor<4xi8>
// =>   return %r : tensor<4xi8>
// => }

// -----

// Sub-byte shifts wrap in their width.
func.func @main() -> tensor<2xi4> {
  %a = stablehlo.constant dense<[7, 3]> : tensor<2xi4>
  %b = stablehlo.constant dense<[1, 2]> : tensor<2xi4>
  %r = stablehlo.shift_left %a, %b : tensor<2xi4>
  return %r : tensor<2xi4>
}

// => func.func @main() -> tensor<2xi4> {
// =>   %r = stablehlo.constant dense<[-2, -4]> : tensor<2xi4>
// =>   return %r : tensor<2xi4>
// => }

// -----

// Integer power with negative exponent.
func.func @main() -> tensor<4xi32> {
  %a = stablehlo.constant dense<[2, 1, -1, -1]> : tensor<4xi32>
  %b = stablehlo.constant dense<[-1, -5, -3, -2]> : tensor<4xi32>
  %r = stablehlo.power %a, %b : tensor<4xi32>
  return %r : tensor<4xi32>
}

// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[0, 1, -1, 1]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Complex division near overflow.
func.func @main() -> tensor<complex<f32>> {
  %a = stablehlo.constant dense<(9.99999968E+37,9.99999968E+37)> : tensor<complex<f32>>
  %b = stablehlo.constant dense<(9.99999968E+37,9.99999968E+37)> : tensor<complex<f32>>
  %r = stablehlo.divide %a, %b : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}

// => func.func @main() -> tensor<complex<f32>> {
// =>   %r = stablehlo.constant dense<(1.000000e+00,0.000000e+00)> : tensor<complex<f32>>
// =>   return %r : tensor<complex<f32>>
// => }

// -----

// Long sums do not stall.
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<1.000000e+00> : tensor<33554432x2xf32>
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<33554432x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: unevaluated
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<0x4C000000> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// -----

// Reducing no elements gives the initial value.
func.func @main(%x: tensor<0x2xi32>) -> tensor<2xi32> {
  %z = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<0x2xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>)  {
    %c = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }
  return %r : tensor<2xi32>
}

// => func.func @main(%x: tensor<0x2xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<7> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// The comparator orders NaN and sorting is stable.
func.func @main() -> (tensor<5xf32>, tensor<5xi32>) {
  %k = stablehlo.constant dense<[1.000000e+00, 0x7FC00000, -0.000000e+00, 0.000000e+00, -1.000000e+00]> : tensor<5xf32>
  %v = stablehlo.iota dim = 0 : tensor<5xi32>
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.or %p, %nan : tensor<i1>
    %number = stablehlo.compare EQ, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.and %q, %number : tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<5xf32>, tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xi32>
}

// => func.func @main() -> (tensor<5xf32>, tensor<5xi32>) {
// =>   %r = stablehlo.constant dense<[1.000000e+00, -0.000000e+00, 0.000000e+00, -1.000000e+00, 0x7FC00000]> : tensor<5xf32>
// =>   %r_0 = stablehlo.constant dense<[0, 2, 3, 4, 1]> : tensor<5xi32>
// =>   return %r, %r_0 : tensor<5xf32>, tensor<5xi32>
// => }

// -----

// Code that cannot run is not evaluated.
func.func @main() -> tensor<i32> {
  %p = stablehlo.constant dense<false> : tensor<i1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %dead = stablehlo.divide %zero, %zero : tensor<i32>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.divide %zero, %zero : tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %c = stablehlo.constant dense<5> : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %c = stablehlo.constant dense<5> : tensor<i32>
// =>   return %c : tensor<i32>
// => }

// -----

// Endless loops stop at the limit.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %z) : tensor<i32>
  cond {
    %t = stablehlo.compare GE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }
  return %r : tensor<i32>
}

// fold: loop-limit=1000, unevaluated
// => func.func @main() -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0> : tensor<i32>
// =>   %r = stablehlo.while(%i = %z) : tensor<i32>
// =>   cond {
// =>     %t = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %n = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %n : tensor<i32>
// =>   }
// =>   return %r : tensor<i32>
// => }
// kept: stablehlo.while loop-limit

// fold: work-budget=100000, unevaluated
// => func.func @main() -> tensor<i32> {
// =>   %z = stablehlo.constant dense<0> : tensor<i32>
// =>   %r = stablehlo.while(%i = %z) : tensor<i32>
// =>   cond {
// =>     %t = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %n = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %n : tensor<i32>
// =>   }
// =>   return %r : tensor<i32>
// => }
// kept: stablehlo.while work-budget

// -----

// A size known at run time only is not guessed.
func.func @main(%n: tensor<1xi64>) -> tensor<?xi32> {
  %r = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %r : tensor<?xi32>
}

// fold: unevaluated
// unchanged

// -----

// Large broadcasts and iotas stay symbolic.
func.func @main() -> (tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>) {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<100000x100000xf32>
  %s = stablehlo.multiply %b, %b : tensor<100000x100000xf32>
  %i = stablehlo.iota dim = 0 : tensor<1000000xi32>
  %t = stablehlo.slice %i [10:13] : (tensor<1000000xi32>) -> tensor<3xi32>
  return %s, %i, %t : tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>
}

// fold: unevaluated
// => func.func @main() -> (tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>) {
// =>   %s = stablehlo.constant dense<4.000000e+00> : tensor<100000x100000xf32>
// =>   %i = stablehlo.iota dim = 0 : tensor<1000000xi32>
// =>   %t = stablehlo.constant dense<[10, 11, 12]> : tensor<3xi32>
// =>   return %s, %i, %t : tensor<100000x100000xf32>, tensor<1000000xi32>, tensor<3xi32>
// => }
// kept: stablehlo.iota element-limit

// -----

// Hostile sizes are counted before anything is evaluated: 1000000x1000000.
func.func @main() -> tensor<1000000x1000000xi32> {
  %i = stablehlo.iota dim = 0 : tensor<1000000x1000000xi32>
  %j = stablehlo.iota dim = 1 : tensor<1000000x1000000xi32>
  %r = stablehlo.add %i, %j : tensor<1000000x1000000xi32>
  return %r : tensor<1000000x1000000xi32>
}

// fold: unevaluated
// unchanged

// -----

// Hostile sizes are counted before anything is evaluated: 4294967296x4294967296.
func.func @main() -> tensor<4294967296x4294967296xi32> {
  %i = stablehlo.iota dim = 0 : tensor<4294967296x4294967296xi32>
  %j = stablehlo.iota dim = 1 : tensor<4294967296x4294967296xi32>
  %r = stablehlo.add %i, %j : tensor<4294967296x4294967296xi32>
  return %r : tensor<4294967296x4294967296xi32>
}

// fold: unevaluated
// unchanged

// -----

// Hostile sizes are counted before anything is evaluated: 3037000500x3037000500x4.
func.func @main() -> tensor<3037000500x3037000500x4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<3037000500x3037000500x4xi32>
  %j = stablehlo.iota dim = 1 : tensor<3037000500x3037000500x4xi32>
  %r = stablehlo.add %i, %j : tensor<3037000500x3037000500x4xi32>
  return %r : tensor<3037000500x3037000500x4xi32>
}

// fold: unevaluated
// unchanged

// -----

// An unknown size does not stop the chain behind a known one.
func.func @main() -> tensor<4xi32> {
  %n = stablehlo.constant dense<2> : tensor<2xi64>
  %i = stablehlo.dynamic_iota %n, dim = 0 : (tensor<2xi64>) -> tensor<?x?xi32>
  %a = stablehlo.add %i, %i : tensor<?x?xi32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %d = stablehlo.dynamic_reshape %a, %s : (tensor<?x?xi32>, tensor<1xi64>) -> tensor<4xi32>
  %r = stablehlo.add %d, %d : tensor<4xi32>
  return %r : tensor<4xi32>
}

// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[0, 0, 4, 4]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Old constants go and equal ones are made once.
func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %a = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %b = stablehlo.add %a, %a : tensor<2xf32>
  %c = stablehlo.constant dense<2.000000e+00> : tensor<2xf32>
  %d = stablehlo.multiply %a, %c : tensor<2xf32>
  %e = stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
  return %b, %d, %e : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// => func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
// =>   %b = stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// =>   return %b, %b, %b : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
// => }

// -----

// Signed zeros are different constants.
func.func @main() -> (tensor<f32>, tensor<f32>) {
  %a = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %b = stablehlo.negate %a : tensor<f32>
  %c = stablehlo.abs %b : tensor<f32>
  return %b, %c : tensor<f32>, tensor<f32>
}

// => func.func @main() -> (tensor<f32>, tensor<f32>) {
// =>   %b = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
// =>   %c = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   return %b, %c : tensor<f32>, tensor<f32>
// => }

// -----

// A barrier is respected unless asked otherwise.
func.func @main() -> tensor<f32> {
  %a = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %b = stablehlo.optimization_barrier %a : tensor<f32>
  %r = stablehlo.add %b, %b : tensor<f32>
  return %r : tensor<f32>
}

// fold:
// unchanged
// kept: stablehlo.optimization_barrier barrier

// fold: fold-barriers=true
// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }
// kept: nothing

// -----

// Quantized weights stay packed.
func.func @main() -> tensor<4xf32> {
  %a = stablehlo.constant() <{value = dense<[1, 2, 3, 4]> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
  %t = stablehlo.reverse %a, dims = [0] : tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>
  %r = stablehlo.uniform_dequantize %t : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// => func.func @main() -> tensor<4xf32> {
// =>   %r = stablehlo.constant dense<[2.000000e+00, 1.500000e+00, 1.000000e+00, 5.000000e-01]> : tensor<4xf32>
// =>   return %r : tensor<4xf32>
// => }

// -----

// Arithmetic on quantized tensors is that of what they express.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
  %p = stablehlo.uniform_quantize %a : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.000000e-01:-30>>
  %q = stablehlo.uniform_quantize %b : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-20>>
  %s = stablehlo.add %p, %q : (tensor<2x!quant.uniform<i8:f32, 1.000000e-01:-30>>, tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-20>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-20>>
  %r = stablehlo.bitcast_convert %s : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:-20>>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[-12, -8]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// Calls with rows and with columns are different calls.
// What is stored of the two arguments is the same, and so are their shapes.
func.func @main(%y: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %c = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %a = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf32>
  %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<2xf32>) -> tensor<2x2xf32>
  %r:2 = call @f(%a, %y) : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  %s:2 = call @f(%b, %y) : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return %r#0, %s#0 : tensor<2x2xf32>, tensor<2x2xf32>
}
func.func private @f(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %r = stablehlo.add %x, %x : tensor<2x2xf32>
  %t = stablehlo.add %y, %x : tensor<2x2xf32>
  return %r, %t : tensor<2x2xf32>, tensor<2x2xf32>
}

// => func.func @main(%y: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
// =>   %r = stablehlo.constant dense<[[2.000000e+00, 2.000000e+00], [4.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// =>   %s = stablehlo.constant dense<[[2.000000e+00, 4.000000e+00], [2.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// =>   return %r, %s : tensor<2x2xf32>, tensor<2x2xf32>
// => }
