// Arguments of calls that go, and those that stay.

// -----

// Call with known arguments goes with its callee.
func.func private @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %k = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %r = call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// => func.func @main() -> tensor<2xf32> {
// =>   %r = stablehlo.constant dense<[3.000000e+00, 6.000000e+00]> : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// -----

// Constant that all callers pass moves into the callee.
func.func private @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %k = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %0 = call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %r = call @scale(%0, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// => func.func private @scale(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %b = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// =>   %r = stablehlo.multiply %x, %b : tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }
// => func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
// =>   %0 = call @scale(%x) : (tensor<2xf32>) -> tensor<2xf32>
// =>   %r = call @scale(%0) : (tensor<2xf32>) -> tensor<2xf32>
// =>   return %r : tensor<2xf32>
// => }

// -----

// Public functions and those mentioned elsewhere keep their arguments.
func.func public @scale(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %k = stablehlo.constant dense<3.000000e+00> : tensor<f32>
  %r = call @scale(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// unchanged

// -----

// Recursion is left alone.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = call @f(%c) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// unchanged
// kept: func.call failed

// -----

// Composite folds as a whole.
func.func private @double(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<1.500000e+00> : tensor<f32>
  %r = stablehlo.composite "my.double" %c {decomposition = @double} : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<3.000000e+00> : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// An argument that all agree on goes.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %k1 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %v1 = call @f(%v0, %k1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v1 : tensor<i32>
}

// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>   %v1 = call @f(%v0) : (tensor<i32>) -> tensor<i32>
// =>   return %v1 : tensor<i32>
// => }

// -----

// Attributes of arguments go with them.
func.func private @f(%x: tensor<i32> {a.x = "x"}, %k: tensor<i32> {a.k = "k"}) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v0 : tensor<i32>
}

// => func.func private @f(%x: tensor<i32> {a.x = "x"}) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %v0 : tensor<i32>
// => }

// -----

// Only what is the same in all calls is agreed on.
// The first argument differs, the second one is known once, the third one is the same.
func.func private @g(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  %1 = stablehlo.multiply %0, %c : tensor<i32>
  return %1 : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %l = stablehlo.constant dense<4> : tensor<i32>
  %0 = call @g(%k, %k, %l) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = call @g(%l, %x, %l) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %r = call @g(%0, %1, %l) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: growth-budget=63
// => func.func private @g(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<4> : tensor<i32>
// =>   %0 = stablehlo.add %a, %b : tensor<i32>
// =>   %1 = stablehlo.multiply %0, %c : tensor<i32>
// =>   return %1 : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %l = stablehlo.constant dense<4> : tensor<i32>
// =>   %c = stablehlo.constant dense<24> : tensor<i32>
// =>   %0 = call @g(%l, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// =>   %r = call @g(%c, %0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A known argument that cannot become a constant stays.
func.func private @f(%x: tensor<2xi32>, %k: tensor<2xi32>) -> tensor<2xi32> {
  %r = stablehlo.add %x, %k : tensor<2xi32>
  return %r : tensor<2xi32>
}
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %k = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = call @f(%x, %k) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: fold-op-element-limit=2
// => func.func private @f(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   %k = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// =>   %r = stablehlo.add %x, %k : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }
// => func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
// =>   %r = call @f(%x) : (tensor<2xi32>) -> tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// fold: fold-op-element-limit=1
// unchanged

// -----

// Declarations and unknown functions are not evaluated.
func.func private @f(tensor<i32>, tensor<i32>) -> tensor<i32>
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %v0 : tensor<i32>
}

// fold: unevaluated
// unchanged
// kept: func.call no-evaluator: calls a function without a body

// -----

// What a call returns is known although not all its arguments are.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %a = stablehlo.add %x, %k : tensor<i32>
  %b = stablehlo.multiply %k, %k : tensor<i32>
  return %a, %b : tensor<i32>, tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %l = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = call @f(%x, %k) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %1:2 = call @f(%0#0, %l) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %2 = stablehlo.add %0#1, %1#1 : tensor<i32>
  %r = stablehlo.subtract %1#0, %2 : tensor<i32>
  return %r : tensor<i32>
}

// fold: specialize-calls=false
// => func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %a = stablehlo.add %x, %k : tensor<i32>
// =>   %b = stablehlo.multiply %k, %k : tensor<i32>
// =>   return %a, %b : tensor<i32>, tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %l = stablehlo.constant dense<4> : tensor<i32>
// =>   %0:2 = call @f(%x, %k) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
// =>   %1:2 = call @f(%0#0, %l) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
// =>   %c = stablehlo.constant dense<25> : tensor<i32>
// =>   %r = stablehlo.subtract %1#0, %c : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A function that only what goes mentions is special to its calls: in a branch that never runs.
// A composite in a branch that never runs is no caller.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %w = "stablehlo.if"(%no) ({
    %z = stablehlo.composite "my.f" %x, %k0 {decomposition = @f} : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }, {
    stablehlo.return %v0 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %w : tensor<i32>
}

// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.constant dense<9> : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %v0 = call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>   return %v0 : tensor<i32>
// => }

// -----

// A function that only what goes mentions is special to its calls: in a composite that stays.
func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %k, %k : tensor<i32>
  %r = stablehlo.add %x, %s : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
  %k0 = stablehlo.constant dense<3> : tensor<i32>
  %v0 = call @f(%x, %k0) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %z = stablehlo.composite "my.f" %x, %k0 {decomposition = @f} : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %z : tensor<i32>
}

// => func.func private @f(%x: tensor<i32>, %k: tensor<i32>) -> tensor<i32> {
// =>   %s = stablehlo.multiply %k, %k : tensor<i32>
// =>   %r = stablehlo.add %x, %s : tensor<i32>
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %m: tensor<i32>) -> tensor<i32> {
// =>   %k0 = stablehlo.constant dense<3> : tensor<i32>
// =>   %z = stablehlo.composite "my.f" %x, %k0 {decomposition = @f} : (tensor<i32>, tensor<i32>) -> tensor<i32>
// =>   return %z : tensor<i32>
// => }

// -----

// A call without effects for its arguments goes.
// The callee prints in a loop that does not run for what this call passes.
func.func private @f(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<i32>) -> ()
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %r = call @f(%x, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %u = call @f(%c, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// fold: unevaluated
// => func.func private @f(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %r = stablehlo.while(%i = %zero) : tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<i32>) -> ()
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %j : tensor<i32>
// =>   }
// =>   return %r : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = call @f(%x, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// What only computed an argument goes with it.
// The first argument of `@g` is constant and unread once it is in the body: what computed it is large and stays
// for nobody.
func.func private @g(%a: tensor<100000xf32>, %x: tensor<100000xf32>) -> tensor<100000xf32> {
  %0 = stablehlo.slice %a [0:1] : (tensor<100000xf32>) -> tensor<1xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<1xf32>) -> tensor<100000xf32>
  %2 = stablehlo.add %1, %x : tensor<100000xf32>
  return %2 : tensor<100000xf32>
}
func.func @main(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %i = stablehlo.iota dim = 0 : tensor<100000xf32>
  %c = stablehlo.cosine %i : tensor<100000xf32>
  %0 = call @g(%c, %x) : (tensor<100000xf32>, tensor<100000xf32>) -> tensor<100000xf32>
  %r = call @g(%c, %0) : (tensor<100000xf32>, tensor<100000xf32>) -> tensor<100000xf32>
  return %r : tensor<100000xf32>
}

// => func.func private @g(%x: tensor<100000xf32>) -> tensor<100000xf32> {
// =>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<100000xf32>
// =>   %0 = stablehlo.add %cst, %x : tensor<100000xf32>
// =>   return %0 : tensor<100000xf32>
// => }
// => func.func @main(%x: tensor<100000xf32>) -> tensor<100000xf32> {
// =>   %0 = call @g(%x) : (tensor<100000xf32>) -> tensor<100000xf32>
// =>   %r = call @g(%0) : (tensor<100000xf32>) -> tensor<100000xf32>
// =>   return %r : tensor<100000xf32>
// => }

// -----

// A call needs the declared type of its argument, until it passes it no more: then a constant may say the sizes.
func.func @main(%q: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %seven = stablehlo.constant dense<7.0> : tensor<f32>
  %shape = stablehlo.constant dense<[3]> : tensor<1xi64>
  %v = stablehlo.dynamic_broadcast_in_dim %seven, %shape, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %a = stablehlo.abs %v : tensor<?xf32>
  %b = func.call @f(%v) : (tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// fold:
// => func.func @main(%q: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
// =>   %v = stablehlo.constant dense<7.000000e+00> : tensor<3xf32>
// =>   %a = stablehlo.abs %v : (tensor<3xf32>) -> tensor<?xf32>
// =>   %b = call @f() : () -> tensor<?xf32>
// =>   return %a, %b : tensor<?xf32>, tensor<?xf32>
// => }
// => func.func private @f() -> tensor<?xf32> {
// =>   %x = stablehlo.constant dense<7.000000e+00> : tensor<3xf32>
// =>   %0 = stablehlo.negate %x : (tensor<3xf32>) -> tensor<?xf32>
// =>   return %0 : tensor<?xf32>
// => }
