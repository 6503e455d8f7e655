// Loops that are evaluated, and what is known of those that stay.

// -----

// Loop with known state runs.
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %zero, %b = %k) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %n, %n : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %i = stablehlo.constant dense<12> : tensor<i32>
// =>   return %i : tensor<i32>
// => }

// -----

// Carried value that never changes is known inside and after.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %x, %b = %k) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %s = stablehlo.multiply %b, %two : tensor<i32>
    %n = stablehlo.add %a, %s : tensor<i32>
    stablehlo.return %n, %b : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %i = stablehlo.constant dense<3> : tensor<i32>
// =>   return %i : tensor<i32>
// => }

// -----

// Value that changes after the first iteration is not taken for constant.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %x, %b = %k) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %a, %a : tensor<i32>
    %m = stablehlo.minimum %b, %a : tensor<i32>
    stablehlo.return %n, %m : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %i:2 = stablehlo.while(%a = %x, %b = %k) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %n = stablehlo.add %a, %a : tensor<i32>
// =>     %m = stablehlo.minimum %b, %a : tensor<i32>
// =>     stablehlo.return %n, %m : tensor<i32>, tensor<i32>
// =>   }
// =>   return %i#1 : tensor<i32>
// => }

// -----

// Loop that is never entered goes.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %ten, %b = %x) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %n, %n : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// Loop with an effect stays whole.
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %zero, %b = %k) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    check.expect_eq %b, %b : tensor<i32>
    %n = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %n, %b : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %i:2 = stablehlo.while(%a = %zero, %b = %k) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %b_0 = stablehlo.constant dense<3> : tensor<i32>
// =>     check.expect_eq %b_0, %b_0 : tensor<i32>
// =>     %n = stablehlo.add %a, %b_0 : tensor<i32>
// =>     stablehlo.return %n, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %k : tensor<i32>
// => }
// kept: check.expect_eq side-effects
// kept: stablehlo.while side-effects

// -----

// Division by zero inside a loop keeps the loop.
func.func @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %i:2 = stablehlo.while(%a = %zero, %b = %k) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %a, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %d = stablehlo.divide %k, %a : tensor<i32>
    %n = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %n, %d : tensor<i32>, tensor<i32>
  }
  return %i#1 : tensor<i32>
}

// fold: unevaluated
// unchanged
// kept: stablehlo.while undefined

// -----

// Values that follow one another are refuted one by one: two carried values.
// All but the last carried value change in time; the last one is handed on as it is.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:3 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.add %b0, %k : tensor<i32>
    stablehlo.return %one, %b0, %b2 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2 : tensor<i32>, tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %r:3 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.add %b0, %k : tensor<i32>
// =>     stablehlo.return %one, %b0, %b2 : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1, %k : tensor<i32>, tensor<i32>, tensor<i32>
// => }

// -----

// Values that follow one another are refuted one by one: three.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:4 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.add %b0, %k : tensor<i32>
    stablehlo.return %one, %b0, %b1, %b3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %r:4 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.add %b0, %k : tensor<i32>
// =>     stablehlo.return %one, %b0, %b1, %b3 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1, %r#2, %k : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// => }

// -----

// Values that follow one another are refuted one by one: four.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:5 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.add %b0, %k : tensor<i32>
    stablehlo.return %one, %b0, %b1, %b2, %b4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %r:5 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.add %b0, %k : tensor<i32>
// =>     stablehlo.return %one, %b0, %b1, %b2, %b4 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1, %r#2, %r#3, %k : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// => }

// -----

// Values that follow one another are refuted one by one: five.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:6 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k, %b5 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.add %b0, %k : tensor<i32>
    stablehlo.return %one, %b0, %b1, %b2, %b3, %b5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %r:6 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k, %b5 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.add %b0, %k : tensor<i32>
// =>     stablehlo.return %one, %b0, %b1, %b2, %b3, %b5 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1, %r#2, %r#3, %r#4, %k : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// => }

// -----

// Values that follow one another are refuted one by one: six.
func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r:7 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k, %b5 = %k, %b6 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %one = stablehlo.add %b0, %k : tensor<i32>
    stablehlo.return %one, %b0, %b1, %b2, %b3, %b4, %b6 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>) -> (tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %r:7 = stablehlo.while(%b0 = %n, %b1 = %k, %b2 = %k, %b3 = %k, %b4 = %k, %b5 = %k, %b6 = %k) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %b0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.add %b0, %k : tensor<i32>
// =>     stablehlo.return %one, %b0, %b1, %b2, %b3, %b4, %b6 : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %k : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
// => }

// -----

// What a loop ends with is computed if it turns out not to be known.
// That the loop has an effect turns out only when it is evaluated; until then nobody seems to read its results.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %three) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    check.expect_eq %a, %a : tensor<i32>
    stablehlo.return %e, %hundred, %x : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %q#1 : tensor<i32>
}

// fold: samples=1
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %three) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     check.expect_eq %a, %a : tensor<i32>
// =>     stablehlo.return %e, %hundred, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %q#1 : tensor<i32>
// => }

// -----

// What a loop begins with and hands on as the same constant is known.
// Though the loop itself cannot be evaluated, and what reads it was decided before that turned out.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %hundred) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p_0 = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p_0 : tensor<i1>
  } do {
    %e = stablehlo.multiply %a, %three : tensor<i32>
    check.expect_eq %a, %a : tensor<i32>
    %f = stablehlo.add %b, %a : tensor<i32>
    %same = stablehlo.constant dense<100> : tensor<i32>
    stablehlo.return %e, %f, %same : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %p = stablehlo.compare LT, %x, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %w = "stablehlo.if"(%p) ({
    stablehlo.return %hundred : tensor<i32>
  }, {
    stablehlo.return %q#2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %w : tensor<i32>
}

// fold: samples=1
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %q:3 = stablehlo.while(%a = %one, %b = %two, %c = %hundred) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %a, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %e = stablehlo.multiply %a, %three : tensor<i32>
// =>     check.expect_eq %a, %a : tensor<i32>
// =>     stablehlo.return %e, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %hundred : tensor<i32>
// => }

// -----

// A loop of which only dead code reads the unknown is evaluated.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %one) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %dead = stablehlo.multiply %x, %a : tensor<i32>
    %gone = stablehlo.multiply %dead, %zero : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %a, %a : tensor<i32>
    %b = stablehlo.add %t, %gone : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %r = stablehlo.constant dense<8> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// In a branch the selector is known, and what is always the selector: a loop hands it on.
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %within = stablehlo.clamp %low, %x, %one : tensor<i32>
  %selector = stablehlo.clamp %low, %within, %two : tensor<i32>
  %r:2 = "stablehlo.case"(%selector) ({
    %i:3 = stablehlo.while(%k = %low, %s = %selector, %j = %one) : tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %k, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %next = stablehlo.add %k, %one : tensor<i32>
      %square = stablehlo.multiply %j, %two : tensor<i32>
      stablehlo.return %next, %s, %square : tensor<i32>, tensor<i32>, tensor<i32>
    }
    stablehlo.return %i#1, %i#2 : tensor<i32>, tensor<i32>
  }, {
    stablehlo.return %two, %two : tensor<i32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %low = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %within = stablehlo.clamp %low, %x, %one : tensor<i32>
// =>   %r:2 = "stablehlo.case"(%within) ({
// =>     %i = stablehlo.constant dense<0> : tensor<i32>
// =>     %i_0 = stablehlo.constant dense<4> : tensor<i32>
// =>     stablehlo.return %i, %i_0 : tensor<i32>, tensor<i32>
// =>   }, {
// =>     stablehlo.return %two, %two : tensor<i32>, tensor<i32>
// =>   }) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
// =>   return %r#0, %r#1 : tensor<i32>, tensor<i32>
// => }

// -----

// A function counts in a loop that cannot be evaluated, for its effects: those that call it know what it counts to.
func.func @main(%n: tensor<i32>, %p: tensor<i1>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %l = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %t = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.and %t, %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r = "stablehlo.if"(%p) ({
      %c = func.call @count() : () -> tensor<i32>
      stablehlo.return %c : tensor<i32>
    }, {
      stablehlo.return %n : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }
  return
}
func.func private @count() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<i8>
  %r:2 = stablehlo.while(%i = %zero, %j = %none) : tensor<i32>, tensor<i8>
  cond {
    %t = stablehlo.compare LE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    check.expect_eq %zero, %zero : tensor<i32>
    %k = stablehlo.constant dense<0> : tensor<i8>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %k : tensor<i32>, tensor<i8>
  }
  return %r#0 : tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %p: tensor<i1>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %l = stablehlo.while(%i = %zero) : tensor<i32>
// =>   cond {
// =>     %t = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     %q = stablehlo.and %t, %p : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %r = "stablehlo.if"(%p) ({
// =>       %c = stablehlo.constant dense<4> : tensor<i32>
// =>       %c_0 = func.call @count() : () -> tensor<i32>
// =>       stablehlo.return %c : tensor<i32>
// =>     }, {
// =>       stablehlo.return %n : tensor<i32>
// =>     }) : (tensor<i1>) -> tensor<i32>
// =>     %k = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %k : tensor<i32>
// =>   }
// =>   return
// => }
// => func.func private @count() -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %none = stablehlo.constant dense<0> : tensor<i8>
// =>   %r = stablehlo.constant dense<4> : tensor<i32>
// =>   %r_0:2 = stablehlo.while(%i = %zero, %j = %none) : tensor<i32>, tensor<i8>
// =>   cond {
// =>     %t = stablehlo.compare LE, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %t : tensor<i1>
// =>   } do {
// =>     check.expect_eq %zero, %zero : tensor<i32>
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %next = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %next, %j : tensor<i32>, tensor<i8>
// =>   }
// =>   return %r : tensor<i32>
// => }

// -----

// What a loop hands on as it is stands for its result without rules, too: here after the branch that is taken is known.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %b = "stablehlo.case"(%one) ({
      stablehlo.return %i : tensor<i32>
    }, {
      stablehlo.return %a : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}

// fold: simplify=false
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// A counter behind the loop is its last value, which says more than the bounds that hold inside.
func.func @main(%x: tensor<4xi32>, %y: tensor<i32>) -> tensor<1xi32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i, %a, %b, %c = stablehlo.while(%k = %zero, %p = %x, %q = %x, %r = %y) : tensor<i32>, tensor<4xi32>, tensor<4xi32>, tensor<i32>
  cond {
    %t = stablehlo.compare LT, %k, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %s = "stablehlo.case"(%k) ({
      stablehlo.return %q : tensor<4xi32>
    }) : (tensor<i32>) -> tensor<4xi32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %p, %s, %r : tensor<i32>, tensor<4xi32>, tensor<4xi32>, tensor<i32>
  }
  %size = stablehlo.constant dense<4> : tensor<1xi32>
  %d = stablehlo.dynamic_reshape %x, %size : (tensor<4xi32>, tensor<1xi32>) -> tensor<?xi32>
  %e = stablehlo.dynamic_slice %d, %i, sizes = [1] : (tensor<?xi32>, tensor<i32>) -> tensor<1xi32>
  return %e : tensor<1xi32>
}

// => func.func @main(%x: tensor<4xi32>, %y: tensor<i32>) -> tensor<1xi32> {
// =>   %e = stablehlo.slice %x [3:4] : (tensor<4xi32>) -> tensor<1xi32>
// =>   return %e : tensor<1xi32>
// => }

// -----

// What is subtracted is 0: the value counts only as long as it is not known. It went from one to the other for ever.
func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %many = stablehlo.constant dense<3> : tensor<i32>
  %minus = stablehlo.constant dense<-3> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %k = %minus, %j = %n) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %1 = stablehlo.compare NE, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %k, %zero : tensor<i32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    %3 = stablehlo.multiply %j, %m : tensor<i32>
    %4 = stablehlo.add %3, %k : tensor<i32>
    stablehlo.return %2, %1, %4 : tensor<i32>, tensor<i32>, tensor<i32>
  }
  return %0#1, %0#2 : tensor<i32>, tensor<i32>
}

// => func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %many = stablehlo.constant dense<3> : tensor<i32>
// =>   %minus = stablehlo.constant dense<-3> : tensor<i32>
// =>   %0:3 = stablehlo.while(%i = %zero, %k = %minus, %j = %n) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %1 = stablehlo.compare NE, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %1 : tensor<i1>
// =>   } do {
// =>     %k_0 = stablehlo.constant dense<-3> : tensor<i32>
// =>     %1 = stablehlo.add %i, %one : tensor<i32>
// =>     %2 = stablehlo.multiply %j, %m : tensor<i32>
// =>     %3 = stablehlo.add %2, %k_0 : tensor<i32>
// =>     stablehlo.return %1, %k, %3 : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   return %minus, %0#2 : tensor<i32>, tensor<i32>
// => }

// -----

// A loop that a hook keeps is folded inside, though its trips are known.
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.add %one, %one : tensor<i32>
    %b = stablehlo.multiply %a, %two : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// fold: keep=while
// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %n = stablehlo.constant dense<3> : tensor<i32>
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %two = stablehlo.constant dense<2> : tensor<i32>
// =>     %b = stablehlo.multiply %a, %two : tensor<i32>
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %r#0, %r#1 : tensor<i32>, tensor<i32>
// => }
