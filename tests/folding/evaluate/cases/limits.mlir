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

// Exactness class: exponential is of the class libm.
func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<[2.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %r = stablehlo.exponential %a : tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: exactness=libm
// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[7.3890562, 20.085537]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// kept: nothing

// fold: exactness=rounded
// unchanged
// kept: stablehlo.exponential exactness

// fold: exactness=exact
// unchanged
// kept: stablehlo.exponential exactness

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
