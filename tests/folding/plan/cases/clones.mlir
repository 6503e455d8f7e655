// Clones of functions for constant arguments, and the limits of cloning.

// -----

// Callers that disagree get copies: two groups.
func.func private @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %m: tensor<f32>) -> tensor<2xf32> {
  %k = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %0 = call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %r = call @scale(%0, %l) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold:
// => func.func private @scale_0(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %b = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// =>   %r = stablehlo.multiply %x, %b : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// => func.func private @scale_1(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %b = stablehlo.constant dense<4.000000e+00> : tensor<2xf32>
// =>   %r = stablehlo.multiply %x, %b : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// => func.func @main(%x: tensor<2xf32>, %m: tensor<f32>) -> tensor<2xf32> {
// =>   %0 = call @scale_0(%x) : (tensor<2xf32>) -> tensor<2xf32>
// =>   %r = call @scale_1(%0) : (tensor<2xf32>) -> tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// fold: specialize-calls=false
// unchanged

// fold: growth-budget=0
// unchanged

// -----

// Callers that disagree get copies: the function would stay beside the copies.
func.func private @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>, %m: tensor<f32>) -> tensor<2xf32> {
  %k = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %l = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %0 = call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = call @scale(%0, %l) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %r = call @scale(%1, %m) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// unchanged

// -----

// Clones have names of their own.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @f_0(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// => func.func private @f_1(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @f_2(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<16> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @f_0(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.multiply %k, %k : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f_1(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f_2(%v0) : (tensor<i32>) -> tensor<i32>
// =>   return %v1 : tensor<i32>
// => }

// -----

// Calls of one group share a clone.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %k2 = stablehlo.constant dense<3> : tensor<i32>
  %k3 = stablehlo.constant dense<4> : tensor<i32>
  %k4 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v2 = call @f(%v1, %k2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v3 = call @f(%v2, %k3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v4 = call @f(%v3, %k4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v4 : tensor<i32>
}

// => func.func private @f_0(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @f_1(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<16> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f_0(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f_1(%v0) : (tensor<i32>) -> tensor<i32>
// =>   %v2 = call @f_0(%v1) : (tensor<i32>) -> tensor<i32>
// =>   %v3 = call @f_1(%v2) : (tensor<i32>) -> tensor<i32>
// =>   %v4 = call @f_0(%v3) : (tensor<i32>) -> tensor<i32>
// =>   return %v4 : tensor<i32>
// => }

// -----

// Clones count against the growth budget.
// Three ops of 64 bytes each, all copies or none.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// fold: growth-budget=383
// unchanged

// fold: growth-budget=384
// => func.func private @f_0(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @f_1(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<16> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f_0(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f_1(%v0) : (tensor<i32>) -> tensor<i32>
// =>   return %v1 : tensor<i32>
// => }

// -----

// Clones are no larger than the function: of two ops one folds, two copies are as large as the function.
// Of two ops one folds: two copies are as large as the function, three are larger.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// => func.func private @f_0(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @f_1(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<16> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f_0(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f_1(%v0) : (tensor<i32>) -> tensor<i32>
// =>   return %v1 : tensor<i32>
// => }

// -----

// Clones are no larger than the function: three copies are larger.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %k2 = stablehlo.constant dense<5> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v2 = call @f(%v1, %k2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v2 : tensor<i32>
}

// unchanged

// -----

// A clone must fold more than the function does: nothing folds.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %k : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// unchanged

// -----

// A clone must fold more than the function does: one op folds.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<4> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// => func.func private @f_0(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func private @f_1(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<16> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f_0(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f_1(%v0) : (tensor<i32>) -> tensor<i32>
// =>   return %v1 : tensor<i32>
// => }

// -----

// What a splat counts is one element, also where it was computed in full: so the copies are as large as they will be.
func.func @main() -> (tensor<9xi1>, tensor<9xi1>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %a = func.call @f(%one, %two) : (tensor<i32>, tensor<i32>) -> tensor<9xi1>
  %b = func.call @f(%two, %one) : (tensor<i32>, tensor<i32>) -> tensor<9xi1>
  return %a, %b : tensor<9xi1>, tensor<9xi1>
}
func.func private @f(%c: tensor<i32>, %unread: tensor<i32>) -> tensor<9xi1> {
  check.expect_eq %c, %c : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<9xf32>
  %k = stablehlo.cosine %i : tensor<9xf32>
  %r = stablehlo.compare EQ, %k, %k : (tensor<9xf32>, tensor<9xf32>) -> tensor<9xi1>
  return %r : tensor<9xi1>
}

// => func.func @main() -> (tensor<9xi1>, tensor<9xi1>) {
// =>   %a = stablehlo.constant dense<true> : tensor<9xi1>
// =>   %a_0 = call @f_0() : () -> tensor<9xi1>
// =>   %b = call @f_1() : () -> tensor<9xi1>
// =>   return %a, %a : tensor<9xi1>, tensor<9xi1>
// => }
// => func.func private @f_0() -> tensor<9xi1> {
// =>   %c = stablehlo.constant dense<1> : tensor<i32>
// =>   check.expect_eq %c, %c : tensor<i32>
// =>   %r = stablehlo.constant dense<true> : tensor<9xi1>
// =>   return %r : tensor<9xi1>
// => }
// => func.func private @f_1() -> tensor<9xi1> {
// =>   %c = stablehlo.constant dense<2> : tensor<i32>
// =>   check.expect_eq %c, %c : tensor<i32>
// =>   %r = stablehlo.constant dense<true> : tensor<9xi1>
// =>   return %r : tensor<9xi1>
// => }

// -----

// Whether copies are worth it is asked with all that is known of what callers pass: %below is always true.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i1>, %v: tensor<2x3xf64>) -> tensor<i32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.minimum %x, %three : tensor<i32>
  %r:4 = call @f(%v, %y, %n) : (tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>)
  %s = "stablehlo.if"(%p) ({
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w = stablehlo.constant dense<[[-0.0, 0.1, 0.0], [0.125, 0.125, 1.0]]> : tensor<2x3xf64>
    %q:4 = func.call @f(%w, %zero, %n) : (tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>)
    stablehlo.return %q#1 : tensor<i32>
  }, {
    stablehlo.return %r#0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %s : tensor<i32>
}
func.func private @f(%v: tensor<2x3xf64>, %x: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>) {
  %most = stablehlo.constant dense<100> : tensor<i32>
  %below = stablehlo.compare LE, %n, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %not = stablehlo.constant dense<false> : tensor<i1>
  return %x, %n, %below, %not : tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i1>, %v: tensor<2x3xf64>) -> tensor<i32> {
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %n = stablehlo.minimum %x, %three : tensor<i32>
// =>   %r:4 = call @f_0(%v, %y, %n) : (tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>)
// =>   %s = "stablehlo.if"(%p) ({
// =>     %q:4 = func.call @f_1(%n) : (tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>)
// =>     stablehlo.return %q#1 : tensor<i32>
// =>   }, {
// =>     stablehlo.return %r#0 : tensor<i32>
// =>   }) : (tensor<i1>) -> tensor<i32>
// =>   return %s : tensor<i32>
// => }
// => func.func private @f_0(%v: tensor<2x3xf64>, %x: tensor<i32>, %n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>) {
// =>   %below = stablehlo.constant dense<true> : tensor<i1>
// =>   %not = stablehlo.constant dense<false> : tensor<i1>
// =>   return %x, %n, %below, %not : tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>
// => }
// => func.func private @f_1(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>) {
// =>   %x = stablehlo.constant dense<0> : tensor<i32>
// =>   %below = stablehlo.constant dense<true> : tensor<i1>
// =>   %not = stablehlo.constant dense<false> : tensor<i1>
// =>   return %x, %n, %below, %not : tensor<i32>, tensor<i32>, tensor<i1>, tensor<i1>
// => }
