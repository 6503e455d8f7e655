// What rests on something that only seemed to hold, or that holds in one branch or iteration, does not outlive it.

// -----

// What a branch gives is not read from outside where the branch stays: the shape is a constant in the branch that is
// taken: if it stood here, the reshape would not verify (once).
func.func @main(%x: tensor<i32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<?xf32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %r, %s = "stablehlo.if"(%true) ({
    %z = stablehlo.negate %x : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<1xi32>
    stablehlo.return %z, %five : tensor<i32>, tensor<1xi32>
  }, {
    stablehlo.return %x, %four : tensor<i32>, tensor<1xi32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<1xi32>)
  %double = stablehlo.add %r, %r : tensor<i32>
  %d = stablehlo.dynamic_reshape %y, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %double, %d : tensor<i32>, tensor<?xf32>
}

// fold:
// unchanged

// -----

// What a branch gives is not read from outside where the branch stays: the shape is a constant in the branch that is
// taken: if it stood here, the reshape would not verify (twice).
func.func @main(%x: tensor<i32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<?xf32>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %four = stablehlo.constant dense<4> : tensor<1xi32>
  %r, %s = "stablehlo.if"(%true) ({
    %q, %t = "stablehlo.if"(%true) ({
      %z = stablehlo.negate %x : tensor<i32>
      %five = stablehlo.constant dense<5> : tensor<1xi32>
      stablehlo.return %z, %five : tensor<i32>, tensor<1xi32>
    }, {
      stablehlo.return %x, %four : tensor<i32>, tensor<1xi32>
    }) : (tensor<i1>) -> (tensor<i32>, tensor<1xi32>)
    stablehlo.return %q, %t : tensor<i32>, tensor<1xi32>
  }, {
    stablehlo.return %x, %four : tensor<i32>, tensor<1xi32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<1xi32>)
  %double = stablehlo.add %r, %r : tensor<i32>
  %d = stablehlo.dynamic_reshape %y, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %double, %d : tensor<i32>, tensor<?xf32>
}

// fold:
// => func.func @main(%x: tensor<i32>, %y: tensor<4xf32>) -> (tensor<i32>, tensor<?xf32>) {
// =>   %true = stablehlo.constant dense<true> : tensor<i1>
// =>   %four = stablehlo.constant dense<4> : tensor<1xi32>
// =>   %r, %s = "stablehlo.if"(%true) ({
// =>     %z = stablehlo.negate %x : tensor<i32>
// =>     %five = stablehlo.constant dense<5> : tensor<1xi32>
// =>     stablehlo.return %z, %five : tensor<i32>, tensor<1xi32>
// =>   }, {
// =>     stablehlo.return %x, %four : tensor<i32>, tensor<1xi32>
// =>   }) : (tensor<i1>) -> (tensor<i32>, tensor<1xi32>)
// =>   %double = stablehlo.add %r, %r : tensor<i32>
// =>   %d = stablehlo.dynamic_reshape %y, %s : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
// =>   return %double, %d : tensor<i32>, tensor<?xf32>
// => }

// -----

// What a loop that runs once starts with is read behind it: even where it is a constant, and a branch in between
// hands it on.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %k, %s, %r = stablehlo.while(%i = %zero, %a = %x, %b = %nine) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %c = stablehlo.multiply %a, %a : tensor<i32>
    %d = "stablehlo.if"(%true) ({
      stablehlo.return %b : tensor<i32>
    }, {
      stablehlo.return %c : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %j, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %sum = stablehlo.add %s, %r : tensor<i32>
  return %sum : tensor<i32>
}

// fold:
// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %nine = stablehlo.constant dense<9> : tensor<i32>
// =>   %c = stablehlo.multiply %x, %x : tensor<i32>
// =>   %sum = stablehlo.add %c, %nine : tensor<i32>
// =>   return %sum : tensor<i32>
// => }

// run: 5
// => 34
