// Loops with counted iterations that become copies of their bodies.

// -----

// A loop with counted iterations becomes copies of its body: three iterations of two ops.
// The body has two ops. What they compute of the counter alone is known then; integer chains are merged.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=6
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<6> : tensor<i32>
// =>   %q = stablehlo.multiply %x, %c : tensor<i32>
// =>   return %q : tensor<i32>
// => }
// rules: constants-in-a-row, loop-unrolled, multiply-one

// fold: unroll-limit=5
// unchanged
// rules: none

// fold: unroll-limit=0
// unchanged
// rules: none

// -----

// A loop with counted iterations becomes copies of its body: two iterations.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<2> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=4
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %j = stablehlo.constant dense<2> : tensor<i32>
// =>   %b = stablehlo.multiply %x, %j : tensor<i32>
// =>   return %b : tensor<i32>
// => }
// rules: loop-unrolled, multiply-one

// -----

// A loop with counted iterations becomes copies of its body: twenty iterations.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<20> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=40
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<-2102132736> : tensor<i32>
// =>   %q = stablehlo.multiply %x, %c : tensor<i32>
// =>   return %q : tensor<i32>
// => }
// rules: constants-in-a-row, loop-unrolled, multiply-one

// -----

// Effects of copies are in the order of iterations.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.custom_call @print(%i) {has_side_effect = true} : (tensor<i32>) -> ()
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=100, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %j = stablehlo.constant dense<1> : tensor<i32>
// =>   stablehlo.custom_call @print(%zero) {has_side_effect = true} : (tensor<i32>) -> ()
// =>   %j_0 = stablehlo.constant dense<2> : tensor<i32>
// =>   stablehlo.custom_call @print(%j) {has_side_effect = true} : (tensor<i32>) -> ()
// =>   stablehlo.custom_call @print(%j_0) {has_side_effect = true} : (tensor<i32>) -> ()
// =>   %c = stablehlo.constant dense<6> : tensor<i32>
// =>   %q = stablehlo.multiply %x, %c : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// Loops in loops are unrolled as long as they are short.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %r:2 = stablehlo.while(%k = %zero, %c = %a) : tensor<i32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %k, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %l = stablehlo.add %k, %one : tensor<i32>
      %d = stablehlo.xor %c, %i : tensor<i32>
      %e = stablehlo.add %d, %j : tensor<i32>
      stablehlo.return %l, %e : tensor<i32>, tensor<i32>
    }
    %b = stablehlo.multiply %r#1, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=1000
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %j = stablehlo.constant dense<1> : tensor<i32>
// =>   %j_0 = stablehlo.constant dense<3> : tensor<i32>
// =>   %0 = stablehlo.add %x, %j_0 : tensor<i32>
// =>   %j_1 = stablehlo.constant dense<2> : tensor<i32>
// =>   %d = stablehlo.xor %0, %j : tensor<i32>
// =>   %e = stablehlo.add %d, %j_1 : tensor<i32>
// =>   %d_2 = stablehlo.xor %e, %j : tensor<i32>
// =>   %e_3 = stablehlo.add %d_2, %j_1 : tensor<i32>
// =>   %d_4 = stablehlo.xor %e_3, %j : tensor<i32>
// =>   %e_5 = stablehlo.add %d_4, %j_1 : tensor<i32>
// =>   %b = stablehlo.multiply %e_5, %j_1 : tensor<i32>
// =>   %d_6 = stablehlo.xor %b, %j_1 : tensor<i32>
// =>   %e_7 = stablehlo.add %d_6, %j_0 : tensor<i32>
// =>   %d_8 = stablehlo.xor %e_7, %j_1 : tensor<i32>
// =>   %e_9 = stablehlo.add %d_8, %j_0 : tensor<i32>
// =>   %d_10 = stablehlo.xor %e_9, %j_1 : tensor<i32>
// =>   %e_11 = stablehlo.add %d_10, %j_0 : tensor<i32>
// =>   %b_12 = stablehlo.multiply %e_11, %j_0 : tensor<i32>
// =>   return %b_12 : tensor<i32>
// => }

// fold: unroll-limit=20
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %count = stablehlo.constant dense<3> : tensor<i32>
// =>   %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %d = stablehlo.xor %a, %i : tensor<i32>
// =>     %e = stablehlo.add %d, %j : tensor<i32>
// =>     %d_0 = stablehlo.xor %e, %i : tensor<i32>
// =>     %e_1 = stablehlo.add %d_0, %j : tensor<i32>
// =>     %d_2 = stablehlo.xor %e_1, %i : tensor<i32>
// =>     %e_3 = stablehlo.add %d_2, %j : tensor<i32>
// =>     %b = stablehlo.multiply %e_3, %j : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// fold: unroll-limit=8
// unchanged

// -----

// A loop whose iterations are not counted stays: the bound changes.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=1000, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %b = stablehlo.multiply %a, %j : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// A loop whose iterations are not counted stays: the bound is an argument.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=1000, unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %b = stablehlo.multiply %a, %j : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// What was hoped of the loop around does not count iterations.
// In the first iteration of the loop around, the inner one would run twice: it runs as often as `%i` says.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<30> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.add %i, %two : tensor<i32>
    %r:2 = stablehlo.while(%k = %zero, %c = %a) : tensor<i32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %k, %u : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %l = stablehlo.add %k, %one : tensor<i32>
      %d = stablehlo.multiply %c, %x : tensor<i32>
      stablehlo.return %l, %d : tensor<i32>, tensor<i32>
    }
    %b = stablehlo.multiply %r#1, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=60
// unchanged

// -----

// A hook keeps a loop from being unrolled.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %j : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=100, keep=while
// unchanged

// -----

// What nobody reads, and constants, do not count: three iterations of two ops.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %unread = stablehlo.multiply %a, %i : tensor<i32>
    %b = stablehlo.multiply %a, %x : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}

// fold: unroll-limit=6
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %b = stablehlo.multiply %x, %x : tensor<i32>
// =>   %b_0 = stablehlo.multiply %b, %x : tensor<i32>
// =>   %b_1 = stablehlo.multiply %b_0, %x : tensor<i32>
// =>   return %b_1 : tensor<i32>
// => }

// fold: unroll-limit=5
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %b = stablehlo.multiply %a, %x : tensor<i32>
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %r : tensor<i32>
// => }

// -----

// A branch that a copy of the body takes is put in the place of the copy of its op, with what has effects in it.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare NE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %b = "stablehlo.case"(%i) ({
      stablehlo.return %x : tensor<i32>
    }, {
      check.expect_eq %x, %a : tensor<i32>
      %c = stablehlo.multiply %x, %a : tensor<i32>
      %d = stablehlo.add %x, %c : tensor<i32>
      stablehlo.return %d : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}

// fold: unroll-limit=40
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   check.expect_eq %x, %x : tensor<i32>
// =>   %c = stablehlo.multiply %x, %x : tensor<i32>
// =>   %d = stablehlo.add %x, %c : tensor<i32>
// =>   check.expect_eq %x, %d : tensor<i32>
// =>   %c_0 = stablehlo.multiply %x, %d : tensor<i32>
// =>   %d_1 = stablehlo.add %x, %c_0 : tensor<i32>
// =>   return %d_1 : tensor<i32>
// => }

// -----

// Copies of a reduction of constants are evaluated once, and not mixed up with another one of the same operands.
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %v = stablehlo.iota dim = 0 : tensor<1000xi32>
  %q:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %sum = stablehlo.reduce(%v init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
    %most = stablehlo.reduce(%v init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.xor %a, %sum : tensor<i32>
    %d = stablehlo.xor %b, %most : tensor<i32>
    stablehlo.return %j, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1, %q#2 : tensor<i32>, tensor<i32>
}

// fold: unroll-limit=20
// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %sum = stablehlo.constant dense<499500> : tensor<i32>
// =>   %most = stablehlo.constant dense<999> : tensor<i32>
// =>   %c = stablehlo.xor %x, %sum : tensor<i32>
// =>   %d = stablehlo.xor %x, %most : tensor<i32>
// =>   return %c, %d : tensor<i32>, tensor<i32>
// => }
// report: evaluations(reduce) = 4

// -----

// So are copies of a call of constants: once inside of the loop, and once for all of its copies.
func.func private @square(%s: tensor<i32>) -> tensor<i32> {
  %m = stablehlo.multiply %s, %s : tensor<i32>
  return %m : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<3> : tensor<i32>
  %q:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = func.call @square(%count) : (tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %s : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unroll-limit=20
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<729> : tensor<i32>
// =>   %q = stablehlo.multiply %x, %c : tensor<i32>
// =>   return %q : tensor<i32>
// => }
// report: evaluations(func.call) = 2
