// Only what somebody reads is evaluated.

// -----

// An endless loop in a function or a branch that does not run.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %d = call @never() : () -> tensor<f32>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %e = func.call @never() : () -> tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @never() -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  return %never : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }

// -----

// An endless loop that is waited for stays.
func.func @main() -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %r = stablehlo.sine %never : tensor<f32>
  return %r : tensor<f32>
}

// fold: loop-limit=1000, unevaluated
// => func.func @main() -> tensor<f32> {
// =>   %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %never = stablehlo.while(%k = %one) : tensor<f32>
// =>   cond {
// =>     %u = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %u : tensor<i1>
// =>   } do {
// =>     %m = stablehlo.sine %k : tensor<f32>
// =>     stablehlo.return %m : tensor<f32>
// =>   }
// =>   %r = stablehlo.sine %never : tensor<f32>
// =>   return %r : tensor<f32>
// => }
// kept: stablehlo.while loop-limit

// -----

// A division by zero on the side that counts or not: it counts.
func.func @main() -> tensor<2xi32> {
  %i = stablehlo.iota dim = 0 : tensor<5000xi32>
  %k = stablehlo.constant dense<60> : tensor<5000xi32>
  %q = stablehlo.divide %k, %i : tensor<5000xi32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %s = stablehlo.select %p, %q, %i : tensor<i1>, tensor<5000xi32>
  %r = stablehlo.slice %s [3:5] : (tensor<5000xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: samples=1
// => func.func @main() -> tensor<2xi32> {
// =>   %i = stablehlo.iota dim = 0 : tensor<5000xi32>
// =>   %k = stablehlo.constant dense<60> : tensor<5000xi32>
// =>   %q = stablehlo.divide %k, %i : tensor<5000xi32>
// =>   %r = stablehlo.slice %q [3:5] : (tensor<5000xi32>) -> tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }
// kept: stablehlo.divide undefined
// kept: stablehlo.iota expansion

// -----

// A division by zero on the side that counts or not: it does not.
func.func @main() -> tensor<2xi32> {
  %i = stablehlo.iota dim = 0 : tensor<5000xi32>
  %k = stablehlo.constant dense<60> : tensor<5000xi32>
  %q = stablehlo.divide %k, %i : tensor<5000xi32>
  %p = stablehlo.constant dense<false> : tensor<i1>
  %s = stablehlo.select %p, %q, %i : tensor<i1>, tensor<5000xi32>
  %r = stablehlo.slice %s [3:5] : (tensor<5000xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: samples=1
// => func.func @main() -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A division by zero of which nobody reads the element stays.
// An op is not defined in part: other implementations may stop there.
func.func @main() -> tensor<4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<5000xi32>
  %z = stablehlo.constant dense<0> : tensor<5000xi32>
  %k = stablehlo.constant dense<60> : tensor<5000xi32>
  %q = stablehlo.divide %k, %i : tensor<5000xi32>
  %p = stablehlo.compare EQ, %i, %z : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
  %s = stablehlo.select %p, %z, %q : tensor<5000xi1>, tensor<5000xi32>
  %r = stablehlo.slice %s [0:4] : (tensor<5000xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: samples=1
// unchanged
// kept: stablehlo.compare expansion
// kept: stablehlo.divide undefined
// kept: stablehlo.iota expansion

// -----

// What is changed before a second look is changed once.
// A loop that turns out to stay is looked into after splats were merged.
func.func @main(%x: tensor<2xf32>) -> (tensor<10xf32>, tensor<300x300xf32>) {
  %a = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %b = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
  %r = stablehlo.concatenate %a, %a, %x, %b, %b, dim = 0 : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<10xf32>
  %i = stablehlo.iota dim = 0 : tensor<90000xf32>
  %s = stablehlo.sine %i : tensor<90000xf32>
  %m = stablehlo.reshape %s : (tensor<90000xf32>) -> tensor<300x300xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%k = %c, %v = %m) : tensor<i32>, tensor<300x300xf32>
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k2 = stablehlo.add %k, %one : tensor<i32>
    %v2 = stablehlo.cosine %v : tensor<300x300xf32>
    stablehlo.return %k2, %v2 : tensor<i32>, tensor<300x300xf32>
  }
  return %r, %w#1 : tensor<10xf32>, tensor<300x300xf32>
}

// fold: samples=1
// => func.func @main(%x: tensor<2xf32>) -> (tensor<10xf32>, tensor<300x300xf32>) {
// =>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
// =>   %cst_0 = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
// =>   %r = stablehlo.concatenate %cst, %x, %cst_0, dim = 0 : (tensor<4xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<10xf32>
// =>   %i = stablehlo.iota dim = 0 : tensor<90000xf32>
// =>   %s = stablehlo.sine %i : tensor<90000xf32>
// =>   %m = stablehlo.reshape %s : (tensor<90000xf32>) -> tensor<300x300xf32>
// =>   %c = stablehlo.constant dense<0> : tensor<i32>
// =>   %w:2 = stablehlo.while(%k = %c, %v = %m) : tensor<i32>, tensor<300x300xf32>
// =>   cond {
// =>     %three = stablehlo.constant dense<3> : tensor<i32>
// =>     %t = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %k2 = stablehlo.add %k, %one : tensor<i32>
// =>     %v2 = stablehlo.cosine %v : tensor<300x300xf32>
// =>     stablehlo.return %k2, %v2 : tensor<i32>, tensor<300x300xf32>
// =>   }
// =>   return %r, %w#1 : tensor<10xf32>, tensor<300x300xf32>
// => }

// -----

// An endless loop that nobody waits for is gone: nobody reads it.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %r = stablehlo.sine %x : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = stablehlo.sine %x : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// An endless loop that nobody waits for is gone: only what is dead reads it.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %d = stablehlo.sine %never : tensor<f32>
  %r = stablehlo.sine %x : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = stablehlo.sine %x : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// An endless loop that nobody waits for is gone: a selection of the other side.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %p = stablehlo.constant dense<true> : tensor<i1>
  %s = stablehlo.select %p, %x, %never : tensor<i1>, tensor<f32>
  %r = stablehlo.sine %s : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = stablehlo.sine %x : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// An endless loop that nobody waits for is gone: a branch that is not taken.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %p = stablehlo.constant dense<false> : tensor<i1>
  %s = "stablehlo.if"(%p) ({
    stablehlo.return %never : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %r = stablehlo.sine %s : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = stablehlo.sine %x : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// An endless loop that nobody waits for is gone: the other element of a tuple.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %never = stablehlo.while(%k = %one) : tensor<f32>
  cond {
    %t_0 = stablehlo.compare GT, %k, %k : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %u = stablehlo.not %t_0 : tensor<i1>
    stablehlo.return %u : tensor<i1>
  } do {
    %m = stablehlo.sine %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %t = stablehlo.tuple %never, %x : tuple<tensor<f32>, tensor<f32>>
  %s = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %r = stablehlo.sine %s : tensor<f32>
  return %r : tensor<f32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = stablehlo.sine %x : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// What a rule concludes of a value is known to what was asked about it before.
func.func @main(%x: tensor<1xi8>) -> tensor<1xi1> {
  %same = stablehlo.compare EQ, %x, %x : (tensor<1xi8>, tensor<1xi8>) -> tensor<1xi1>
  %a, %b = stablehlo.optimization_barrier %same, %same : tensor<1xi1>, tensor<1xi1>
  %low = stablehlo.reshape %b : (tensor<1xi1>) -> tensor<i1>
  %r = stablehlo.clamp %low, %same, %a : (tensor<i1>, tensor<1xi1>, tensor<1xi1>) -> tensor<1xi1>
  return %r : tensor<1xi1>
}

// => func.func @main(%x: tensor<1xi8>) -> tensor<1xi1> {
// =>   %r = stablehlo.constant dense<true> : tensor<1xi1>
// =>   return %r : tensor<1xi1>
// => }

// -----

// What a long loop gives is evaluated as a constant; then it is a fact, too.
func.func @main(%p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<20000> : tensor<i32>
  %mask = stablehlo.constant dense<1023> : tensor<i32>
  %i:2 = stablehlo.while(%k = %zero, %j = %one) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %next = stablehlo.add %k, %one : tensor<i32>
    %square = stablehlo.multiply %j, %j : tensor<i32>
    %sum = stablehlo.subtract %square, %next : tensor<i32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<i32>
  }
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %i#1 : tensor<i32>
  }, {
    stablehlo.return %zero : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %low = stablehlo.constant dense<-2147483647> : tensor<i32>
  %m = stablehlo.maximum %r, %low : tensor<i32>
  return %r, %m : tensor<i32>, tensor<i32>
}

// => func.func @main(%p: tensor<i1>) -> (tensor<i32>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %i = stablehlo.constant dense<-530601927> : tensor<i32>
// =>   %r = "stablehlo.if"(%p) ({
// =>     stablehlo.return %i : tensor<i32>
// =>   }, {
// =>     stablehlo.return %zero : tensor<i32>
// =>   }) : (tensor<i1>) -> tensor<i32>
// =>   return %r, %r : tensor<i32>, tensor<i32>
// => }
