// What a loop keeps true, and what its counter is.

// -----

// A counter with an unknown bound stays at or above its start: it starts at 0.
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %a : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  %q = stablehlo.compare GE, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = stablehlo.select %q, %x, %n : tensor<i1>, tensor<i32>
  return %s : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// A counter with an unknown bound stays at or above its start: from an unknown start it may be below.
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %big, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %a : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  %q = stablehlo.compare GE, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = stablehlo.select %q, %x, %n : tensor<i1>, tensor<i32>
  return %s : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %k, %r = stablehlo.while(%i = %big, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %j, %a : tensor<i32>, tensor<i32>
// =>   }
// =>   %q = stablehlo.compare GE, %k, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %s = stablehlo.select %q, %x, %n : tensor<i1>, tensor<i32>
// =>   return %s : tensor<i32>
// => }

// -----

// A counter that may wrap around has no bounds.
func.func @main(%n: tensor<i8>) -> tensor<i1> {
  %start = stablehlo.constant dense<100> : tensor<i8>
  %step = stablehlo.constant dense<3> : tensor<i8>
  %k = stablehlo.while(%i = %start) : tensor<i8>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i8>
    stablehlo.return %j : tensor<i8>
  }
  %q = stablehlo.compare GE, %k, %start : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %q : tensor<i1>
}

// unchanged

// -----

// A known counter is known behind a loop that stays.
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %n : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  %s = stablehlo.add %k, %r : tensor<i32>
  return %s : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %b = stablehlo.multiply %a, %n : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   %s = stablehlo.add %ten, %r : tensor<i32>
// =>   return %s : tensor<i32>
// => }

// -----

// A loop that runs once is its body.
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.multiply %a, %n : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   %b = stablehlo.multiply %x, %n : tensor<i32>
// =>   return %b : tensor<i32>
// => }

// fold: simplify=false
// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     %b = stablehlo.multiply %a, %n : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %r : tensor<i32>
// => }

// -----

// What a body hands on is what the loop began with.
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %a, %zero : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %big: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }

// -----

// What a carried value turns into is known before it is known that it changes: 1 at first, then 2 for ever, so that
// it is always above 0.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %k, %r, %s = stablehlo.while(%i = %x, %a = %one, %b = %x) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %q = stablehlo.compare GT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c = stablehlo.select %q, %two, %x : tensor<i1>, tensor<i32>
    %j = stablehlo.add %i, %c : tensor<i32>
    stablehlo.return %j, %c, %a : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %q = stablehlo.compare GT, %r, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %q, %k : tensor<i1>, tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %k, %r, %s = stablehlo.while(%i = %x, %a = %one, %b = %x) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %c = stablehlo.constant dense<2> : tensor<i32>
// =>     %j = stablehlo.add %i, %c : tensor<i32>
// =>     stablehlo.return %j, %a, %b : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   %q = stablehlo.constant dense<true> : tensor<i1>
// =>   return %q, %k : tensor<i1>, tensor<i32>
// => }

// -----

// Of what an `if` gives holds what holds in each branch under its condition: it is at least 3 in both.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %p = stablehlo.compare GE, %x, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %three : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  %q = stablehlo.compare GE, %r, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %q : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i1> {
// =>   %q = stablehlo.constant dense<true> : tensor<i1>
// =>   return %q : tensor<i1>
// => }

// -----

// A counter whose step is a constant only once the body was looked at.
func.func private @same(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}

func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %step = func.call @same(%one) : (tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %step : tensor<i32>
    %s = stablehlo.maximum %i, %zero : tensor<i32>
    %b = stablehlo.multiply %a, %s : tensor<i32>
    stablehlo.return %j, %b : tensor<i32>, tensor<i32>
  }
  return %k, %r : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %k, %r = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %step = stablehlo.constant dense<1> : tensor<i32>
// =>     %j = stablehlo.add %i, %step : tensor<i32>
// =>     %b = stablehlo.multiply %a, %i : tensor<i32>
// =>     stablehlo.return %j, %b : tensor<i32>, tensor<i32>
// =>   }
// =>   return %ten, %r : tensor<i32>, tensor<i32>
// => }
