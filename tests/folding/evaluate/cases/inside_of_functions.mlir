// Limits and hooks hold inside of functions and regions, too.

// -----

// What a function runs is held to the limit of bytes.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<10xi32>
  %j = stablehlo.add %i, %i : tensor<10xi32>
  %s = stablehlo.slice %j [3:4] : (tensor<10xi32>) -> tensor<1xi32>
  %r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: value-bytes-limit=40
// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: nothing

// fold: value-bytes-limit=39
// => func.func private @f() -> tensor<i32> {
// =>   %i = stablehlo.iota dim = 0 : tensor<10xi32>
// =>   %j = stablehlo.add %i, %i : tensor<10xi32>
// =>   %s = stablehlo.slice %j [3:4] : (tensor<10xi32>) -> tensor<1xi32>
// =>   %r = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main() -> tensor<i32> {
// =>   %r = call @f() : () -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: func.call memory: runs 'stablehlo.add', which has a value of 40 bytes, value-bytes-limit is 39
// kept: stablehlo.iota memory: has a value of 40 bytes, value-bytes-limit is 39

// -----

// Division inside of functions is guarded: by 2.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.divide %k, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: nothing

// -----

// Division inside of functions is guarded: by 0.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.divide %k, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func private @f() -> tensor<i32> {
// =>   %x = stablehlo.constant dense<0> : tensor<i32>
// =>   %k = stablehlo.constant dense<7> : tensor<i32>
// =>   %r = stablehlo.divide %k, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main() -> tensor<i32> {
// =>   %r = call @f() : () -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: func.call undefined: runs 'stablehlo.divide', whose evaluation is undefined: integer division by zero
// kept: stablehlo.divide undefined: is not defined by the specification here: integer division by zero

// -----

// What has no evaluator inside of functions.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @unknown(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func private @f() -> tensor<i32> {
// =>   %x = stablehlo.constant dense<1> : tensor<i32>
// =>   %r = stablehlo.custom_call @unknown(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main() -> tensor<i32> {
// =>   %r = call @f() : () -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: func.call side-effects: runs 'stablehlo.custom_call', which has side effects
// kept: stablehlo.custom_call side-effects: has side effects

// -----

// Exactness holds inside of functions.
func.func private @f(%x: tensor<i32>) -> tensor<f32> {
  %f = stablehlo.convert %x : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.sine %f : tensor<f32>
  return %r : tensor<f32>
}
func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<f32>
  return %r : tensor<f32>
}

// fold:
// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<0.841470957> : tensor<f32>
// =>   return %r : tensor<f32>
// => }
// kept: nothing

// fold: exactness=exact
// => func.func private @f() -> tensor<f32> {
// =>   %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %r = stablehlo.sine %f : tensor<f32>
// =>   return %r : tensor<f32>
// => }
// => func.func @main() -> tensor<f32> {
// =>   %r = call @f() : () -> tensor<f32>
// =>   return %r : tensor<f32>
// => }
// kept: func.call exactness: runs 'stablehlo.sine', which is of exactness class 'rounded', which is not asked for
// kept: stablehlo.sine exactness: is of exactness class 'rounded', which is not asked for

// -----

// A hook decides inside of functions.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: keep=add
// => func.func private @f() -> tensor<i32> {
// =>   %x = stablehlo.constant dense<1> : tensor<i32>
// =>   %r = stablehlo.add %x, %x : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main() -> tensor<i32> {
// =>   %r = call @f() : () -> tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: func.call hook: runs 'stablehlo.add', which is kept by the should_fold hook
// kept: stablehlo.add hook: is kept by the should_fold hook

// -----

// Bytes of all results count.
func.func @main() -> (tensor<3xi32>, tensor<3xi64>) {
  %k = stablehlo.constant dense<[2, 1, 4]> : tensor<3xi32>
  %v = stablehlo.constant dense<[7, 8, 9]> : tensor<3xi64>
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i64>, %d: tensor<i64>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi32>, tensor<3xi64>) -> (tensor<3xi32>, tensor<3xi64>)
  return %r#0, %r#1 : tensor<3xi32>, tensor<3xi64>
}

// fold: value-bytes-limit=36
// => func.func @main() -> (tensor<3xi32>, tensor<3xi64>) {
// =>   %r = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi32>
// =>   %r_0 = stablehlo.constant dense<[8, 7, 9]> : tensor<3xi64>
// =>   return %r, %r_0 : tensor<3xi32>, tensor<3xi64>
// => }
// kept: nothing

// fold: value-bytes-limit=35
// unchanged
// kept: stablehlo.sort memory: has a value of 36 bytes, value-bytes-limit is 35

// -----

// A limit of iterations is the reason of its loop.
func.func @main() -> tensor<1xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %v = stablehlo.iota dim = 0 : tensor<10xi32>
  %q:2 = stablehlo.while(%i = %z, %a = %v) : tensor<i32>, tensor<10xi32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %a, %a : tensor<10xi32>
    stablehlo.return %j, %b : tensor<i32>, tensor<10xi32>
  }
  %r = stablehlo.slice %q#1 [1:2] : (tensor<10xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// fold: loop-limit=10
// => func.func @main() -> tensor<1xi32> {
// =>   %r = stablehlo.constant dense<1024> : tensor<1xi32>
// =>   return %r : tensor<1xi32>
// => }
// kept: nothing

// fold: loop-limit=9
// => func.func @main() -> tensor<1xi32> {
// =>   %z = stablehlo.constant dense<0> : tensor<i32>
// =>   %n = stablehlo.constant dense<10> : tensor<i32>
// =>   %v = stablehlo.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32>
// =>   %q:2 = stablehlo.while(%i = %z, %a = %v) : tensor<i32>, tensor<10xi32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %b = stablehlo.add %a, %a : tensor<10xi32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<10xi32>
// =>   }
// =>   %r = stablehlo.slice %q#1 [1:2] : (tensor<10xi32>) -> tensor<1xi32>
// =>   return %r : tensor<1xi32>
// => }
// kept: stablehlo.while loop-limit: takes more than the 9 iterations that are allowed

// -----

// Comparisons of inexact numbers are no floats: numbers are.
// `optimize_float=False` keeps what gives floats.
func.func @main() -> tensor<2xf32> {
  %c = stablehlo.constant dense<[5.000000e-01, 2.000000e+00]> : tensor<2xf32>
  %r = "stablehlo.map"(%c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %s = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// fold: optimize-float=false
// unchanged
// kept: stablehlo.map exactness: is of exactness class 'rounded', which is not asked for

// -----

// Comparisons of inexact numbers are no floats: what is compared.
func.func @main() -> tensor<2xi1> {
  %c = stablehlo.constant dense<[5.000000e-01, 2.000000e+00]> : tensor<2xf32>
  %r = "stablehlo.map"(%c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %s = stablehlo.exponential %a : tensor<f32>
    %p = stablehlo.compare GT, %s, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xi1>
  return %r : tensor<2xi1>
}

// fold: optimize-float=false, exactness=exact
// unchanged
// kept: stablehlo.map exactness: is of exactness class 'rounded', which is not asked for

// fold: optimize-float=false
// unchanged
// kept: stablehlo.map exactness: runs 'stablehlo.exponential', which is of exactness class 'rounded', which is not asked for

// -----

// A hook keeps composites.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.composite "a.b" %c {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold:
// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: nothing

// fold: keep=composite
// unchanged
// kept: stablehlo.composite hook: is kept by the should_fold hook

// fold: keep=add_nothing
// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<6> : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// kept: nothing

// -----

// Regions that read what is not constant: an argument.
func.func @main(%x: tensor<i32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "stablehlo.map"(%c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %s = stablehlo.add %a, %x : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// unchanged
// kept: stablehlo.map not-constant: reads values from outside its regions that are not constant

// -----

// Regions that read what is not constant: a constant.
func.func @main() -> tensor<2xi32> {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "stablehlo.map"(%c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %s = stablehlo.add %a, %x : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main() -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[6, 7]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }
// kept: nothing

// -----

// A composite that runs what is not evaluated may return a constant all the same.
func.func private @f(%x: tensor<3xi32>) -> tensor<i32> {
  %b = stablehlo.optimization_barrier %x : tensor<3xi32>
  %r = stablehlo.get_dimension_size %b, dim = 0 : (tensor<3xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<3xi32>
  %r = stablehlo.composite "user.size" %c {decomposition = @f} : (tensor<3xi32>) -> tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<3> : tensor<i32>
// =>   return %r : tensor<i32>
// => }
