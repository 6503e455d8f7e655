// Limits of elements, classes of exactness.

// -----

// Element limit counts elements of dense constants: eight elements.
func.func @main() -> tensor<8xi32> {
  %i = stablehlo.iota dim = 0 : tensor<8xi32>
  %r = stablehlo.add %i, %i : tensor<8xi32>
  return %r : tensor<8xi32>
}

// fold: fold-op-element-limit=8
// => func.func @main() -> tensor<8xi32> {
// =>   %r = stablehlo.constant dense<[0, 2, 4, 6, 8, 10, 12, 14]> : tensor<8xi32>
// =>   return %r : tensor<8xi32>
// => }

// -----

// Element limit counts elements of dense constants: nine elements.
func.func @main() -> tensor<9xi32> {
  %i = stablehlo.iota dim = 0 : tensor<9xi32>
  %r = stablehlo.add %i, %i : tensor<9xi32>
  return %r : tensor<9xi32>
}

// fold: fold-op-element-limit=8
// unchanged

// fold: fold-op-element-limit=9
// => func.func @main() -> tensor<9xi32> {
// =>   %r = stablehlo.constant dense<[0, 2, 4, 6, 8, 10, 12, 14, 16]> : tensor<9xi32>
// =>   return %r : tensor<9xi32>
// => }

// -----

// Element limit does not hold for values on the way.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<1000xi32>
  %a = stablehlo.add %i, %i : tensor<1000xi32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: fold-op-element-limit=10
// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<999000> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// One constant pays only once.
func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a = stablehlo.add %w, %w : tensor<4xi32>
  %b = stablehlo.multiply %w, %w : tensor<4xi32>
  return %a, %b : tensor<4xi32>, tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// A row of one element is a splat.
// Its dimension of size 1 has a stride in memory, which says nothing.
func.func @main() -> tensor<1x100000xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4x100000xf32>
  %r = stablehlo.slice %i [1:2, 0:100000] : (tensor<4x100000xf32>) -> tensor<1x100000xf32>
  return %r : tensor<1x100000xf32>
}

// => func.func @main() -> tensor<1x100000xf32> {
// =>   %r = stablehlo.constant dense<1.000000e+00> : tensor<1x100000xf32>
// =>   return %r : tensor<1x100000xf32>
// => }
// kept: nothing

// -----

// Exactness class: exponential is of the class rounded.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.exponential %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: exactness=rounded, reproducible=true
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[7.3890562, 20.085537]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// kept: nothing

// fold: exactness=exact
// unchanged
// kept: stablehlo.exponential exactness

// -----

// Functions of complex numbers are of the class rounded, too.
func.func @main() -> tensor<complex<f32>> {
  %a = stablehlo.constant dense<(0.000000e+00, 0.000000e+00)> : tensor<complex<f32>>
  %r = stablehlo.tanh %a : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}

// fold: exactness=rounded, reproducible=true
// => func.func @main() -> tensor<complex<f32>> {
// =>   %r = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>
// =>   return %r : tensor<complex<f32>>
// => }
// kept: nothing

// -----

// Exactness class: sqrt is exact.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.sqrt %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: exactness=exact
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[1.41421354, 1.73205078]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// kept: nothing

// -----

// Exactness class: negate is exact.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.negate %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: exactness=exact
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[-2.000000e+00, -3.000000e+00]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// kept: nothing

// -----

// Optimize float false keeps inexact float ops only: exponential.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.exponential %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: optimize-float=false
// unchanged
// kept: stablehlo.exponential exactness

// -----

// Optimize float false keeps inexact float ops only: negate.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.negate %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: optimize-float=false
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[-2.000000e+00, -3.000000e+00]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// -----

// Optimize float false keeps inexact float ops only: negate of integers.
func.func @main() -> tensor<2xi32> {
  %a = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %r = stablehlo.negate %a : tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: optimize-float=false
// => func.func @main() -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[-2, -3]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// Unused custom calls go only on request.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @mine(%x) : (tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @send(%x) : (tensor<f32>) -> ()
  return %x : tensor<f32>
}

// fold: unevaluated
// unchanged

// fold: assume-no-undeclared-side-effects=true, unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   stablehlo.custom_call @send(%x) : (tensor<f32>) -> ()
// =>   return %x : tensor<f32>
// => }

// -----

// A fold that frees what it adds is exempt from the limit.
func.func @main() -> tensor<20xbf16> {
  %w = stablehlo.constant dense<[5.000000e-01, 1.500000e+00, 2.500000e+00, 3.500000e+00, 4.500000e+00, 5.500000e+00, 6.500000e+00, 7.500000e+00, 8.500000e+00, 9.500000e+00, 1.050000e+01, 1.150000e+01, 1.250000e+01, 1.350000e+01, 1.450000e+01, 1.550000e+01, 1.650000e+01, 1.750000e+01, 1.850000e+01, 1.950000e+01]> : tensor<20xf32>
  %r = stablehlo.reverse %w, dims = [0] : tensor<20xf32>
  %b = stablehlo.convert %r : (tensor<20xf32>) -> tensor<20xbf16>
  return %b : tensor<20xbf16>
}

// fold: fold-op-element-limit=10
// => func.func @main() -> tensor<20xbf16> {
// =>   %b = stablehlo.constant dense<[1.950000e+01, 1.850000e+01, 1.750000e+01, 1.650000e+01, 1.550000e+01, 1.450000e+01, 1.350000e+01, 1.250000e+01, 1.150000e+01, 1.050000e+01, 9.500000e+00, 8.500000e+00, 7.500000e+00, 6.500000e+00, 5.500000e+00, 4.500000e+00, 3.500000e+00, 2.500000e+00, 1.500000e+00, 5.000000e-01]> : tensor<20xbf16>
// =>   return %b : tensor<20xbf16>
// => }

// -----

// A constant that stays pays for nothing.
func.func @main() -> (tensor<20xbf16>, tensor<20xf32>) {
  %w = stablehlo.constant dense<[5.000000e-01, 1.500000e+00, 2.500000e+00, 3.500000e+00, 4.500000e+00, 5.500000e+00, 6.500000e+00, 7.500000e+00, 8.500000e+00, 9.500000e+00, 1.050000e+01, 1.150000e+01, 1.250000e+01, 1.350000e+01, 1.450000e+01, 1.550000e+01, 1.650000e+01, 1.750000e+01, 1.850000e+01, 1.950000e+01]> : tensor<20xf32>
  %r = stablehlo.reverse %w, dims = [0] : tensor<20xf32>
  %b = stablehlo.convert %r : (tensor<20xf32>) -> tensor<20xbf16>
  return %b, %w : tensor<20xbf16>, tensor<20xf32>
}

// fold: fold-op-element-limit=10
// unchanged
// kept: stablehlo.convert element-limit
// kept: stablehlo.reverse element-limit

// -----

// Constants of a function that goes pay as well.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Growth is counted for the module as a whole.
func.func @main() -> (tensor<10xi32>, tensor<11xi32>, tensor<12xi32>, tensor<13xi32>) {
  %i0 = stablehlo.iota dim = 0 : tensor<10xi32>
  %i1 = stablehlo.iota dim = 0 : tensor<11xi32>
  %i2 = stablehlo.iota dim = 0 : tensor<12xi32>
  %i3 = stablehlo.iota dim = 0 : tensor<13xi32>
  return %i0, %i1, %i2, %i3 : tensor<10xi32>, tensor<11xi32>, tensor<12xi32>, tensor<13xi32>
}

// fold: growth-budget=100
// => func.func @main() -> (tensor<10xi32>, tensor<11xi32>, tensor<12xi32>, tensor<13xi32>) {
// =>   %i0 = stablehlo.iota dim = 0 : tensor<10xi32>
// =>   %i1 = stablehlo.iota dim = 0 : tensor<11xi32>
// =>   %i2 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi32>
// =>   %i3 = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]> : tensor<13xi32>
// =>   return %i0, %i1, %i2, %i3 : tensor<10xi32>, tensor<11xi32>, tensor<12xi32>, tensor<13xi32>
// => }
// kept: stablehlo.iota growth-budget

// -----

// Values on the way are limited in bytes.
func.func @main() -> tensor<1x1xi32> {
  %i = stablehlo.iota dim = 0 : tensor<1000x10xi32>
  %j = stablehlo.iota dim = 1 : tensor<1000x10xi32>
  %a = stablehlo.add %i, %j : tensor<1000x10xi32>
  %r = stablehlo.slice %a [0:1, 0:1] : (tensor<1000x10xi32>) -> tensor<1x1xi32>
  return %r : tensor<1x1xi32>
}

// fold: value-bytes-limit=10000
// => func.func @main() -> tensor<1x1xi32> {
// =>   %i = stablehlo.iota dim = 0 : tensor<1000x10xi32>
// =>   %c = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>
// =>   %j = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<10xi32>) -> tensor<1000x10xi32>
// =>   %a = stablehlo.add %i, %j : tensor<1000x10xi32>
// =>   %r = stablehlo.slice %a [0:1, 0:1] : (tensor<1000x10xi32>) -> tensor<1x1xi32>
// =>   return %r : tensor<1x1xi32>
// => }
// kept: stablehlo.add memory
// kept: stablehlo.iota expansion

// fold: value-bytes-limit=40000
// => func.func @main() -> tensor<1x1xi32> {
// =>   %r = stablehlo.constant dense<0> : tensor<1x1xi32>
// =>   return %r : tensor<1x1xi32>
// => }

// -----

// A result is not taken from an equal op whose operands are stored once for each element: here it repeats.
func.func @main(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
  %counted = stablehlo.iota dim = 1 : tensor<2x4xi32>
  %zero = stablehlo.constant dense<0> : tensor<2x4xi32>
  %ten = stablehlo.constant dense<10> : tensor<2x4xi32>
  %a = stablehlo.compare LT, %counted, %ten : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  %b = stablehlo.compare LT, %zero, %ten : (tensor<2x4xi32>, tensor<2x4xi32>) -> tensor<2x4xi1>
  %first = stablehlo.xor %a, %a : tensor<2x4xi1>
  %second = stablehlo.xor %b, %b : tensor<2x4xi1>
  %row = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [2] : (tensor<8xf32>) -> tensor<2x4x8xf32>
  %wide = stablehlo.broadcast_in_dim %second, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x8xi1>
  %other = stablehlo.negate %rows : tensor<2x4x8xf32>
  %chosen = stablehlo.select %wide, %rows, %other : tensor<2x4x8xi1>, tensor<2x4x8xf32>
  %sum = stablehlo.add %x, %chosen : tensor<2x4x8xf32>
  %kept = stablehlo.broadcast_in_dim %first, dims = [0, 1] : (tensor<2x4xi1>) -> tensor<2x4x8xi1>
  %r = stablehlo.select %kept, %x, %sum : tensor<2x4x8xi1>, tensor<2x4x8xf32>
  return %r : tensor<2x4x8xf32>
}

// fold: fold-op-element-limit=16, unevaluated
// => func.func @main(%x: tensor<2x4x8xf32>) -> tensor<2x4x8xf32> {
// =>   %row = stablehlo.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00]> : tensor<8xf32>
// =>   %rows = stablehlo.broadcast_in_dim %row, dims = [2] : (tensor<8xf32>) -> tensor<2x4x8xf32>
// =>   %wide = stablehlo.constant dense<false> : tensor<2x4x8xi1>
// =>   %other = stablehlo.negate %rows : tensor<2x4x8xf32>
// =>   %chosen = stablehlo.select %wide, %rows, %other : tensor<2x4x8xi1>, tensor<2x4x8xf32>
// =>   %sum = stablehlo.add %x, %chosen : tensor<2x4x8xf32>
// =>   return %sum : tensor<2x4x8xf32>
// => }

// -----

// The class of exactness is one of the op, not of its kind: a sum of floats is rounded, their maximum is exact.
func.func @main() -> (tensor<f32>, tensor<f32>) {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %m = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %s, %m : tensor<f32>, tensor<f32>
}

// fold: exactness=exact
// => func.func @main() -> (tensor<f32>, tensor<f32>) {
// =>   %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
// =>   %m = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// =>   return %s, %m : tensor<f32>, tensor<f32>
// => }

// -----

// A value that is computed quickly from less stays beyond 128 KiB, though nothing computes with it.
func.func @main() -> tensor<32770xi32> {
  %a = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x16385xi32>
  %b = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x16385xi32>
  %p = stablehlo.add %i, %b : tensor<2x16385xi32>
  %r = stablehlo.reshape %p : (tensor<2x16385xi32>) -> tensor<32770xi32>
  return %r : tensor<32770xi32>
}

// unchanged

// -----

// Nests multiply before the first trip: 20,000 times 20,000 iterations of at least two ops.
func.func @main() -> tensor<i32> {
  %n = stablehlo.constant dense<20000> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<i32>
    cond {
      %q = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %k = stablehlo.add %j, %one : tensor<i32>
      %c = stablehlo.xor %b, %k : tensor<i32>
      stablehlo.return %k, %c : tensor<i32>, tensor<i32>
    }
    %l = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %l, %s#1 : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// fold: unevaluated
// unchanged
// kept: stablehlo.while op-work-limit: takes an estimated 71851200000 ns, op-work-limit is 4294967296
