// A sine of what the loop carries unchanged moves in front of it, and the constant; the sum stays.
func.func @main(%x: tensor<f32>, %n: tensor<i8>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %f, %y = %x) : tensor<i8>, tensor<f32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i8>
    %s = stablehlo.sine %y : tensor<f32>
    %next = stablehlo.add %sum, %s : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i8>
    stablehlo.return %j, %next, %y : tensor<i8>, tensor<f32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// pass: loop-invariant-code-motion
// => func.func @main(%x: tensor<f32>, %n: tensor<i8>) -> tensor<f32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i8>
// =>   %f = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %one = stablehlo.constant dense<1> : tensor<i8>
// =>   %s = stablehlo.sine %x : tensor<f32>
// =>   %r:3 = stablehlo.while(%i = %zero, %sum = %f, %y = %x) : tensor<i8>, tensor<f32>, tensor<f32>
// =>   cond {
// =>     %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
// =>     stablehlo.return %c : tensor<i1>
// =>   } do {
// =>     %next = stablehlo.add %sum, %s : tensor<f32>
// =>     %j = stablehlo.add %i, %one : tensor<i8>
// =>     stablehlo.return %j, %next, %y : tensor<i8>, tensor<f32>, tensor<f32>
// =>   }
// =>   return %r#1 : tensor<f32>
// => }

// -----

// Out of two loops, and with a reduction that reads what is carried unchanged.
func.func @main(%x: tensor<3xf32>, %n: tensor<i8>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %sum = %f, %y = %x) : tensor<i8>, tensor<f32>, tensor<3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q:2 = stablehlo.while(%k = %i, %inner = %sum) : tensor<i8>, tensor<f32>
    cond {
      %c = stablehlo.compare LT, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %total = stablehlo.reduce(%y init: %f) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
      %next = stablehlo.add %inner, %total : tensor<f32>
      %m = stablehlo.add %k, %one : tensor<i8>
      stablehlo.return %m, %next : tensor<i8>, tensor<f32>
    }
    %j = stablehlo.add %i, %one : tensor<i8>
    stablehlo.return %j, %q#1, %y : tensor<i8>, tensor<f32>, tensor<3xf32>
  }
  return %r#1 : tensor<f32>
}

// pass: loop-invariant-code-motion
// => func.func @main(%x: tensor<3xf32>, %n: tensor<i8>) -> tensor<f32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i8>
// =>   %one = stablehlo.constant dense<1> : tensor<i8>
// =>   %f = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %total = stablehlo.reduce(%x init: %f) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// =>   %r:3 = stablehlo.while(%i = %zero, %sum = %f, %y = %x) : tensor<i8>, tensor<f32>, tensor<3xf32>
// =>   cond {
// =>     %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
// =>     stablehlo.return %c : tensor<i1>
// =>   } do {
// =>     %q:2 = stablehlo.while(%k = %i, %inner = %sum) : tensor<i8>, tensor<f32>
// =>     cond {
// =>       %c = stablehlo.compare LT, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
// =>       stablehlo.return %c : tensor<i1>
// =>     } do {
// =>       %next = stablehlo.add %inner, %total : tensor<f32>
// =>       %m = stablehlo.add %k, %one : tensor<i8>
// =>       stablehlo.return %m, %next : tensor<i8>, tensor<f32>
// =>     }
// =>     %j = stablehlo.add %i, %one : tensor<i8>
// =>     stablehlo.return %j, %q#1, %y : tensor<i8>, tensor<f32>, tensor<3xf32>
// =>   }
// =>   return %r#1 : tensor<f32>
// => }

// -----

// Effects stay, and what may fail for sizes that are not known: the loop may never run.
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %go: tensor<i1>) -> tensor<?xf32> {
  %r:2 = stablehlo.while(%p = %go, %z = %x) : tensor<i1>, tensor<?xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %q = stablehlo.custom_call @roll(%go) {has_side_effect = true} : (tensor<i1>) -> tensor<i1>
    %sum = stablehlo.add %x, %y : tensor<?xf32>
    stablehlo.return %q, %sum : tensor<i1>, tensor<?xf32>
  }
  return %r#1 : tensor<?xf32>
}

// pass: loop-invariant-code-motion
// unchanged

// -----

// A carried value that only its own next one reads goes, a result of a branch that nobody reads, and what they read.
func.func @main(%x: tensor<f32>, %n: tensor<i8>, %p: tensor<i1>) -> (tensor<i8>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %s = stablehlo.sine %x : tensor<f32>
  %r:2 = stablehlo.while(%i = %zero, %dead = %s) : tensor<i8>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.multiply %dead, %dead : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i8>
    stablehlo.return %j, %next : tensor<i8>, tensor<f32>
  }
  %q:2 = "stablehlo.if"(%p) ({
    %a = stablehlo.cosine %x : tensor<f32>
    stablehlo.return %a, %x : tensor<f32>, tensor<f32>
  }, {
    stablehlo.return %x, %x : tensor<f32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return %r#0, %q#1 : tensor<i8>, tensor<f32>
}

// pass: remove-dead-values
// => func.func @main(%x: tensor<f32>, %n: tensor<i8>, %p: tensor<i1>) -> (tensor<i8>, tensor<f32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i8>
// =>   %one = stablehlo.constant dense<1> : tensor<i8>
// =>   %r = stablehlo.while(%i = %zero) : tensor<i8>
// =>   cond {
// =>     %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
// =>     stablehlo.return %c : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i8>
// =>     stablehlo.return %j : tensor<i8>
// =>   }
// =>   %q = "stablehlo.if"(%p) ({
// =>     stablehlo.return %x : tensor<f32>
// =>   }, {
// =>     stablehlo.return %x : tensor<f32>
// =>   }) : (tensor<i1>) -> tensor<f32>
// =>   return %r, %q : tensor<i8>, tensor<f32>
// => }

// -----

// A loop with effects stays, and what decides how often it runs; its results that nobody reads go.
func.func @main(%x: tensor<f32>, %go: tensor<i1>) {
  %r:2 = stablehlo.while(%p = %go, %z = %x) : tensor<i1>, tensor<f32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %q = stablehlo.custom_call @roll(%go) {has_side_effect = true} : (tensor<i1>) -> tensor<i1>
    %s = stablehlo.sine %z : tensor<f32>
    stablehlo.return %q, %s : tensor<i1>, tensor<f32>
  }
  return
}

// pass: remove-dead-values
// => func.func @main(%x: tensor<f32>, %go: tensor<i1>) {
// =>   %r = stablehlo.while(%p = %go) : tensor<i1>
// =>   cond {
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %q = stablehlo.custom_call @roll(%go) {has_side_effect = true} : (tensor<i1>) -> tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }
// =>   return
// => }

// -----

// A loop without effects and readers goes.
func.func @main(%x: tensor<f32>, %go: tensor<i1>) -> tensor<f32> {
  %r = stablehlo.while(%p = %go) : tensor<i1>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %no = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %no : tensor<i1>
  }
  return %x : tensor<f32>
}

// pass: remove-dead-values
// => func.func @main(%x: tensor<f32>, %go: tensor<i1>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }

// -----

// Private functions that nothing refers to go, and those that only they call.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = func.call @used(%x) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @used(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @unused(%x: tensor<f32>) -> tensor<f32> {
  %r = func.call @deep(%x) : (tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @deep(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// pass: symbol-dce
// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %r = call @used(%x) : (tensor<f32>) -> tensor<f32>
// =>   return %r : tensor<f32>
// => }
// => func.func private @used(%x: tensor<f32>) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }

// -----

// Constants meet at the end of both branches and of a loop; x + 0 is left to rules.
func.func @main(%x: tensor<i8>, %p: tensor<i1>) -> (tensor<i8>, tensor<i8>, tensor<i8>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %two = stablehlo.constant dense<2> : tensor<i8>
  %q = "stablehlo.if"(%p) ({
    %a = stablehlo.add %two, %two : tensor<i8>
    stablehlo.return %a : tensor<i8>
  }, {
    %b = stablehlo.multiply %two, %two : tensor<i8>
    stablehlo.return %b : tensor<i8>
  }) : (tensor<i1>) -> tensor<i8>
  %r:2 = stablehlo.while(%i = %zero, %k = %two) : tensor<i8>, tensor<i8>
  cond {
    %c = stablehlo.compare LT, %i, %x : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i8>
    %j = stablehlo.add %i, %one : tensor<i8>
    %same = stablehlo.multiply %k, %one : tensor<i8>
    stablehlo.return %j, %same : tensor<i8>, tensor<i8>
  }
  %n = stablehlo.add %x, %zero : tensor<i8>
  return %q, %r#1, %n : tensor<i8>, tensor<i8>, tensor<i8>
}

// pass: sccp
// => func.func @main(%x: tensor<i8>, %p: tensor<i1>) -> (tensor<i8>, tensor<i8>, tensor<i8>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i8>
// =>   %q = stablehlo.constant dense<4> : tensor<i8>
// =>   %r = stablehlo.constant dense<2> : tensor<i8>
// =>   %n = stablehlo.add %x, %zero : tensor<i8>
// =>   return %q, %r, %n : tensor<i8>, tensor<i8>, tensor<i8>
// => }

// -----

// Integers stay where they may be divided by zero, also in a region, for the loop may not run; others move.
func.func @main(%n: tensor<i8>, %x: tensor<2xi8>, %y: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %by = stablehlo.constant dense<[3, -2]> : tensor<2xi8>
  %bad = stablehlo.constant dense<[3, -1]> : tensor<2xi8>
  %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i8>, tensor<2xi8>, tensor<2xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.divide %x, %x : tensor<2xi8>
    %s = stablehlo.remainder %x, %bad : tensor<2xi8>
    %t = stablehlo.remainder %x, %by : tensor<2xi8>
    %f = stablehlo.divide %y, %y : tensor<2xf32>
    %m = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%e: tensor<i8>):
      %d = stablehlo.divide %one, %e : tensor<i8>
      stablehlo.return %d : tensor<i8>
    }) : (tensor<2xi8>) -> tensor<2xi8>
    %a1 = stablehlo.add %a, %q : tensor<2xi8>
    %a2 = stablehlo.add %a1, %s : tensor<2xi8>
    %a3 = stablehlo.add %a2, %t : tensor<2xi8>
    %a4 = stablehlo.add %a3, %m : tensor<2xi8>
    %a5 = stablehlo.add %b, %f : tensor<2xf32>
    %j = stablehlo.add %i, %one : tensor<i8>
    stablehlo.return %j, %a4, %a5 : tensor<i8>, tensor<2xi8>, tensor<2xf32>
  }
  return %r#1, %r#2 : tensor<2xi8>, tensor<2xf32>
}

// pass: loop-invariant-code-motion
// => func.func @main(%n: tensor<i8>, %x: tensor<2xi8>, %y: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xf32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i8>
// =>   %one = stablehlo.constant dense<1> : tensor<i8>
// =>   %by = stablehlo.constant dense<[3, -2]> : tensor<2xi8>
// =>   %bad = stablehlo.constant dense<[3, -1]> : tensor<2xi8>
// =>   %t = stablehlo.remainder %x, %by : tensor<2xi8>
// =>   %f = stablehlo.divide %y, %y : tensor<2xf32>
// =>   %r:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i8>, tensor<2xi8>, tensor<2xf32>
// =>   cond {
// =>     %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
// =>     stablehlo.return %c : tensor<i1>
// =>   } do {
// =>     %q = stablehlo.divide %x, %x : tensor<2xi8>
// =>     %s = stablehlo.remainder %x, %bad : tensor<2xi8>
// =>     %m = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
// =>     ^bb0(%e: tensor<i8>):
// =>       %d = stablehlo.divide %one, %e : tensor<i8>
// =>       stablehlo.return %d : tensor<i8>
// =>     }) : (tensor<2xi8>) -> tensor<2xi8>
// =>     %a1 = stablehlo.add %a, %q : tensor<2xi8>
// =>     %a2 = stablehlo.add %a1, %s : tensor<2xi8>
// =>     %a3 = stablehlo.add %a2, %t : tensor<2xi8>
// =>     %a4 = stablehlo.add %a3, %m : tensor<2xi8>
// =>     %a5 = stablehlo.add %b, %f : tensor<2xf32>
// =>     %j = stablehlo.add %i, %one : tensor<i8>
// =>     stablehlo.return %j, %a4, %a5 : tensor<i8>, tensor<2xi8>, tensor<2xf32>
// =>   }
// =>   return %r#1, %r#2 : tensor<2xi8>, tensor<2xf32>
// => }

// -----

// A loop, which may not end, stays in one that may run zero times.
func.func @main(%n: tensor<i8>, %y: tensor<i8>) -> tensor<i8> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %r:2 = stablehlo.while(%i = %zero, %a = %y) : tensor<i8>, tensor<i8>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %w = stablehlo.while(%k = %zero) : tensor<i8>
    cond {
      %d = stablehlo.compare LT, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %d : tensor<i1>
    } do {
      %l = stablehlo.add %k, %one : tensor<i8>
      stablehlo.return %l : tensor<i8>
    }
    %b = stablehlo.add %a, %w : tensor<i8>
    %j = stablehlo.add %i, %one : tensor<i8>
    stablehlo.return %j, %b : tensor<i8>, tensor<i8>
  }
  return %r#1 : tensor<i8>
}

// pass: loop-invariant-code-motion
// unchanged
