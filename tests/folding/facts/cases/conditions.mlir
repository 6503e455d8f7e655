// What a condition implies inside of its branch.

// -----

// A condition implies others inside of its branch: below 5 is below 9.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare LT, %x, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// A condition implies others inside of its branch: below 5 is not at least 5.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare GE, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.constant dense<false> : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// A condition implies others inside of its branch: below 5 may be below 3.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare LT, %x, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.compare LT, %x, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// A condition implies others inside of its branch: equal to 5 is equal to 5.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare EQ, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare EQ, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %p = stablehlo.compare EQ, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// A condition implies others inside of its branch: below 5 is not 9.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare GT, %five, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare NE, %x, %nine : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %p = stablehlo.compare GT, %five, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// A condition implies others inside of its branch: two unknown numbers.
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %p = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare GT, %y, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r : tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>, %z: tensor<i1>) -> tensor<i1> {
// =>   %p = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.compare GT, %y, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r : tensor<i1>
// => }

// -----

// Nothing is implied outside of the branch.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %p = stablehlo.compare LT, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.not %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %p : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  %s = stablehlo.compare GE, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r, %s : tensor<i1>, tensor<i1>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
// =>   %five = stablehlo.constant dense<5> : tensor<i32>
// =>   %r = stablehlo.constant dense<false> : tensor<i1>
// =>   %s = stablehlo.compare GE, %x, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %r, %s : tensor<i1>, tensor<i1>
// => }

// -----

// A number from 0 to 7 that is not 7 is below 7; not 3 says nothing of it.
func.func @main(%x: tensor<i32>, %z: tensor<i1>) -> (tensor<i1>, tensor<i1>) {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %n = stablehlo.and %x, %seven : tensor<i32>
  %p = stablehlo.compare NE, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %q = stablehlo.compare LT, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  %o = stablehlo.compare NE, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = "stablehlo.if"(%o) ({
    %q = stablehlo.compare LT, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  }, {
    stablehlo.return %z : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %r, %s : tensor<i1>, tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %z: tensor<i1>) -> (tensor<i1>, tensor<i1>) {
// =>   %three = stablehlo.constant dense<3> : tensor<i32>
// =>   %seven = stablehlo.constant dense<7> : tensor<i32>
// =>   %n = stablehlo.and %x, %seven : tensor<i32>
// =>   %p = stablehlo.compare NE, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = "stablehlo.if"(%p) ({
// =>     %q = stablehlo.constant dense<true> : tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   %o = stablehlo.compare NE, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %s = "stablehlo.if"(%o) ({
// =>     %q = stablehlo.compare LT, %n, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %q : tensor<i1>
// =>   }, {
// =>     stablehlo.return %z : tensor<i1>
// =>   }) : (tensor<i1>) -> tensor<i1>
// =>   return %r, %s : tensor<i1>, tensor<i1>
// => }

// -----

// A power of 0 or 1 is 0 or 1.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i1>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %a = stablehlo.and %x, %one : tensor<i32>
  %b = stablehlo.and %y, %hundred : tensor<i32>
  %r = stablehlo.power %a, %b : tensor<i32>
  %p = stablehlo.compare LE, %r, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r, %p : tensor<i32>, tensor<i1>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i1>) {
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %hundred = stablehlo.constant dense<100> : tensor<i32>
// =>   %a = stablehlo.and %x, %one : tensor<i32>
// =>   %b = stablehlo.and %y, %hundred : tensor<i32>
// =>   %r = stablehlo.power %a, %b : tensor<i32>
// =>   %p = stablehlo.constant dense<true> : tensor<i1>
// =>   return %r, %p : tensor<i32>, tensor<i1>
// => }
