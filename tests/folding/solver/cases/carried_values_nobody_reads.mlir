// Carried values of loops that nobody reads are handed on instead of computed.

// -----

// Carried values that nobody reads are handed on: one that only its next value reads.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %a : tensor<i32>
    stablehlo.return %j, %e, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %e = stablehlo.multiply %a, %i : tensor<i32>
// =>     stablehlo.return %j, %e, %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that nobody reads are handed on: two that only compute each other.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %c, %a : tensor<i32>
    %g = stablehlo.or %b, %c : tensor<i32>
    stablehlo.return %j, %e, %f, %g, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %e = stablehlo.multiply %a, %i : tensor<i32>
// =>     stablehlo.return %j, %e, %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that nobody reads are handed on: one that is the other in the next iteration.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %a : tensor<i32>
    stablehlo.return %j, %e, %f, %b, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %e = stablehlo.multiply %a, %i : tensor<i32>
// =>     stablehlo.return %j, %e, %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that nobody reads are handed on: a constant is returned in the place of what is known, and what is not read goes all the same.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %a : tensor<i32>
    %g = stablehlo.add %one, %one : tensor<i32>
    stablehlo.return %j, %g, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %g = stablehlo.constant dense<2> : tensor<i32>
// =>     stablehlo.return %j, %g, %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that nobody reads are handed on: read inside of a region that is itself not read.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %p = stablehlo.compare LT, %b, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = "stablehlo.if"(%p) ({
      stablehlo.return %c : tensor<i32>
    }, {
      stablehlo.return %d : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %j, %e, %f, %f, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %e = stablehlo.multiply %a, %i : tensor<i32>
// =>     stablehlo.return %j, %e, %b, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that somebody reads are computed: it becomes the live one in the next iteration.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %i : tensor<i32>
    stablehlo.return %j, %b, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %f = stablehlo.xor %b, %i : tensor<i32>
// =>     stablehlo.return %j, %b, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that somebody reads are computed: it does in the iteration after that.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %c, %i : tensor<i32>
    stablehlo.return %j, %b, %c, %f, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %f = stablehlo.xor %c, %i : tensor<i32>
// =>     stablehlo.return %j, %b, %c, %f, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// Carried values that somebody reads are computed: something that has effects reads it.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %i : tensor<i32>
    stablehlo.custom_call @print(%b) {has_side_effect = true} : (tensor<i32>) -> ()
    stablehlo.return %j, %e, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// Carried values that somebody reads are computed: a branch with effects reads it.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %i : tensor<i32>
    %p = stablehlo.compare LT, %a, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %g = "stablehlo.if"(%p) ({
      stablehlo.custom_call @print(%b) {has_side_effect = true} : (tensor<i32>) -> ()
      stablehlo.return %c : tensor<i32>
    }, {
      stablehlo.return %d : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %j, %e, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// A carried value that the condition reads is computed.
func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %q:5 = stablehlo.while(%i = %zero, %a = %x, %b = %x, %c = %x, %d = %x) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %b, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %e = stablehlo.multiply %a, %i : tensor<i32>
    %f = stablehlo.xor %b, %i : tensor<i32>
    stablehlo.return %j, %e, %f, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: unevaluated
// unchanged
