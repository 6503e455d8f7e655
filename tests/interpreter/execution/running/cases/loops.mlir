// Loops: iterations are counted, and from some iteration on a loop over scalars runs as Python code.

// -----

// Iterations are allowed up to the limit (-0).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %a0, %x = %ones) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %ones : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// run: iterations=0, 0, 0
// => 1

// run: iterations=1, 0, 1
// => 2

// run: iterations=0, 0, 1
// error: 5:10: 'stablehlo.while' op takes more than the 0 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=2, 0, 2
// => 3

// run: iterations=1, 0, 2
// error: 5:10: 'stablehlo.while' op takes more than the 1 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=40, 0, 40
// => 41

// run: iterations=39, 0, 40
// error: 5:10: 'stablehlo.while' op takes more than the 39 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// -----

// Iterations are allowed up to the limit (2x-0).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<2xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %r:2 = stablehlo.while(%i = %a0, %x = %ones) : tensor<i32>, tensor<2xi32>
  cond {
    %c = stablehlo.compare LT, %i, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %ones : tensor<2xi32>
    stablehlo.return %j, %y : tensor<i32>, tensor<2xi32>
  }
  return %r#1 : tensor<2xi32>
}

// run: iterations=0, 0, 0
// => 1

// run: iterations=1, 0, 1
// => 2

// run: iterations=0, 0, 1
// error: 5:10: 'stablehlo.while' op takes more than the 0 iterations that are allowed (operands: tensor<i32>, tensor<2xi32>)

// run: iterations=2, 0, 2
// => 3

// run: iterations=1, 0, 2
// error: 5:10: 'stablehlo.while' op takes more than the 1 iterations that are allowed (operands: tensor<i32>, tensor<2xi32>)

// run: iterations=40, 0, 40
// => 41

// run: iterations=39, 0, 40
// error: 5:10: 'stablehlo.while' op takes more than the 39 iterations that are allowed (operands: tensor<i32>, tensor<2xi32>)

// -----

// Each evaluation of a loop has all its iterations.
func.func @main(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = call @f(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %1 = call @f(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = stablehlo.add %0, %1 : tensor<i32>
  return %2 : tensor<i32>
}
func.func private @f(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %a0, %x = %ones) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %ones : tensor<i32>
    stablehlo.return %j, %y : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// run: iterations=40, 0, 40
// => 82

// -----

// A loop without ops ends where steps do (tensor<i1>).
func.func @main(%go: tensor<i1>, %x: tensor<i1>) -> tensor<i1> {
  %r = stablehlo.while(%v = %x) : tensor<i1>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    stablehlo.return %v : tensor<i1>
  }
  return %r : tensor<i1>
}

// run: steps=1000, true, true
// error: 3:8: 'stablehlo.while' op takes more than the 1000 steps that are allowed (operands: tensor<i1>)

// -----

// A loop without ops ends where steps do (tensor<2xi1>).
func.func @main(%go: tensor<i1>, %x: tensor<2xi1>) -> tensor<2xi1> {
  %r = stablehlo.while(%v = %x) : tensor<2xi1>
  cond {
    stablehlo.return %go : tensor<i1>
  } do {
    stablehlo.return %v : tensor<2xi1>
  }
  return %r : tensor<2xi1>
}

// run: steps=1000, true, sample
// error: 3:8: 'stablehlo.while' op takes more than the 1000 steps that are allowed (operands: tensor<2xi1>)
