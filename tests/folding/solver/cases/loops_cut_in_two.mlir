// A loop of which one part can be evaluated, and the rest cannot.

// -----

// A loop is cut into what nothing unknown reaches and the rest: what starts unknown is in the way of nothing, and 3 ** 5 = 243 is the first power that is not below 100.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A loop is cut into what nothing unknown reaches and the rest: 2 + 1 + 3 + 9 + 27 + 81 = 123.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %f = stablehlo.add %b, %a : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<123> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A loop is cut into what nothing unknown reaches and the rest: a value becomes unknown in the second iteration.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %c, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A loop is cut into what nothing unknown reaches and the rest: a value becomes unknown in the third iteration.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    %f = stablehlo.add %b, %c : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A loop is cut into what nothing unknown reaches and the rest: a region reads it, whose values are 2, 1, 3, 9, 27, 81.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = "stablehlo.if"(%p) ({
      stablehlo.return %three : tensor<i32>
    }, {
      stablehlo.return %a : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %e, %f, %x : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<81> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A loop is cut into what nothing unknown reaches and the rest: something is undefined that nobody reads.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %z = stablehlo.subtract %a, %a : tensor<i32>
    %f = stablehlo.divide %b, %z : tensor<i32>
    stablehlo.return %e, %f, %x : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// What is known of a loop is a constant where the rest is read.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %f = stablehlo.add %b, %a : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %t = stablehlo.add %q#1, %one : tensor<i32>
  %s = stablehlo.multiply %q#2, %t : tensor<i32>
  return %s : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     %g = stablehlo.add %c, %a : tensor<i32>
// =>     stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   %t = stablehlo.constant dense<124> : tensor<i32>
// =>   %s = stablehlo.multiply %q#2, %t : tensor<i32>
// =>   return %s : tensor<i32>
// => }

// -----

// A loop that something unknown decides or that has effects stays: the condition asks for what is unknown.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %c, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// A loop that something unknown decides or that has effects stays: the condition asks for what becomes unknown.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %b, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    %f = stablehlo.add %b, %c : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// A loop that something unknown decides or that has effects stays: what is asked for is computed from what is unknown.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %c : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %c : tensor<i32>
// =>     %g = stablehlo.add %c, %a : tensor<i32>
// =>     stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#0 : tensor<i32>
// => }

// -----

// A loop that something unknown decides or that has effects stays: an effect reads what is unknown.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.custom_call @print(%c) {has_side_effect = true} : (tensor<i32>) -> ()
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// unchanged

// -----

// A loop that something unknown decides or that has effects stays: an effect reads what is known.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<i32>) -> ()
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     stablehlo.custom_call @print(%a) {has_side_effect = true} : (tensor<i32>) -> ()
// =>     stablehlo.return %e, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#0 : tensor<i32>
// => }

// -----

// A loop that something unknown decides or that has effects stays: chance.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %no = stablehlo.constant dense<> : tensor<0xi64>
    %g = stablehlo.rng %one, %three, %no, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     %no = stablehlo.constant dense<> : tensor<0xi64>
// =>     %g = stablehlo.rng %one, %three, %no, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<0xi64>) -> tensor<i32>
// =>     stablehlo.return %e, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#0 : tensor<i32>
// => }

// -----

// A loop that something unknown decides or that has effects stays: a custom call that nobody evaluates.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %g = stablehlo.custom_call @unheard_of(%a) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %e, %b, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     %g = stablehlo.custom_call @unheard_of(%a) : (tensor<i32>) -> tensor<i32>
// =>     stablehlo.return %e, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#0 : tensor<i32>
// => }

// -----

// A hook keeps what a loop computes: what nobody reads need not be evaluated.
// What nobody reads need not be evaluated; what is read is not, where the hook keeps an op that it comes from.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %f = stablehlo.add %b, %a : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#0 : tensor<i32>
}

// fold: keep=add
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   return %q : tensor<i32>
// => }

// -----

// A hook keeps what a loop computes: the result comes from an op that the hook keeps.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %f = stablehlo.add %b, %a : tensor<i32>
    %g = stablehlo.add %c, %a : tensor<i32>
    stablehlo.return %e, %f, %g : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: keep=add
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     %f = stablehlo.add %b, %a : tensor<i32>
// =>     stablehlo.return %e, %f, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// The loop stays, because a check may run in it, and the powers are evaluated beside it: 3 ** 5 = 243.
func.func @main(%x: tensor<i1>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %off = stablehlo.constant dense<false> : tensor<i1>
  %q:2 = stablehlo.while(%a = %one, %on = %off) : tensor<i32>, tensor<i1>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %large = stablehlo.compare GT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.if"(%large) ({
      check.expect_eq %on, %on : tensor<i1>
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i1>) -> ()
    %e = stablehlo.multiply %a, %three : tensor<i32>
    %f = stablehlo.and %on, %x : tensor<i1>
    stablehlo.return %e, %f : tensor<i32>, tensor<i1>
  }
  return %q#0 : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<i1>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %off = stablehlo.constant dense<false> : tensor<i1>
// =>   %q = stablehlo.constant dense<243> : tensor<i32>
// =>   %q_0:2 = stablehlo.while(%a = %one, %on = %off) : tensor<i32>, tensor<i1>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %on_1 = stablehlo.constant dense<false> : tensor<i1>
// =>     %large = stablehlo.compare GT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     "stablehlo.if"(%large) ({
// =>       check.expect_eq %on_1, %on_1 : tensor<i1>
// =>       stablehlo.return
// =>     }, {
// =>       stablehlo.return
// =>     }) : (tensor<i1>) -> ()
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     stablehlo.return %e, %on : tensor<i32>, tensor<i1>
// =>   }
// =>   return %q : tensor<i32>
// => }
