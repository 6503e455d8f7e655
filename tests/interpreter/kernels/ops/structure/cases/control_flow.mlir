// if, case, while, and calls: values from outside, nesting, and limits.

// -----

// If (False).
func.func @main(%a0: tensor<i1>, %a1: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %r:2 = "stablehlo.if"(%a0) ({
    %x = stablehlo.add %a1, %a1 : tensor<2xi32>
    stablehlo.return %x, %a1 : tensor<2xi32>, tensor<2xi32>
  }, {
    stablehlo.return %a1, %a1 : tensor<2xi32>, tensor<2xi32>
  }) : (tensor<i1>) -> (tensor<2xi32>, tensor<2xi32>)
  return %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>
}

// run: false, [3, 4]
// => [3, 4]
// => [3, 4]
// cpp: the same

// run: true, [3, 4]
// => [6, 8]
// => [3, 4]
// cpp: the same

// -----

// While reads values from outside (0).
func.func @main(%a0: tensor<i32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>) {
  %k = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %a0, %v = %a1) : tensor<i32>, tensor<2xi32>
  cond {
    %c = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %a2 : tensor<2xi32>
    stablehlo.return %j, %w : tensor<i32>, tensor<2xi32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<2xi32>
}

// run: 0, [1, 2], [3, 4]
// => 5
// => [16, 22]
// cpp: the same

// run: 5, [1, 2], [3, 4]
// => 5
// => [1, 2]
// cpp: the same

// run: 9, [1, 2], [3, 4]
// => 9
// => [1, 2]
// cpp: the same

// -----

// While stops at the limit of iterations.
func.func @main(%a0: tensor<i32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) -> (tensor<i32>, tensor<2xi32>) {
  %k = stablehlo.constant dense<5> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %a0, %v = %a1) : tensor<i32>, tensor<2xi32>
  cond {
    %c = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %w = stablehlo.add %v, %a2 : tensor<2xi32>
    stablehlo.return %j, %w : tensor<i32>, tensor<2xi32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<2xi32>
}

// run: iterations=5, 0, [1, 2], [3, 4]
// => 5
// => [16, 22]

// run: iterations=4, 0, [1, 2], [3, 4]
// error: 5:10: 'stablehlo.while' op takes more than the 4 iterations that are allowed (operands: tensor<i32>, tensor<2xi32>)

// -----

// Nested loops and branches.
func.func @main(%a0: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %a0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n:2 = stablehlo.while(%j = %zero, %t = %s) : tensor<i32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %b = stablehlo.compare GT, %t, %a0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %u = "stablehlo.if"(%b) ({
        %x = stablehlo.subtract %t, %i : tensor<i32>
        stablehlo.return %x : tensor<i32>
      }, {
        %x = stablehlo.add %t, %j : tensor<i32>
        %y = stablehlo.add %x, %one : tensor<i32>
        stablehlo.return %y : tensor<i32>
      }) : (tensor<i1>) -> tensor<i32>
      %k_0 = stablehlo.add %j, %one : tensor<i32>
      stablehlo.return %k_0, %u : tensor<i32>, tensor<i32>
    }
    %k = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %k, %n#1 : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}

// run: 9
// => 9
// => 11
// cpp: the same

// -----

// Call with several results.
func.func @main(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %y:2 = call @swap(%x, %x) : (tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
  return %y#1, %y#0 : tensor<2xi32>, tensor<2xi32>
}
func.func private @swap(%x: tensor<2xi32>, %y: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %z = stablehlo.add %x, %y : tensor<2xi32>
  return %z, %x : tensor<2xi32>, tensor<2xi32>
}

// run: [1, 2]
// => [1, 2]
// => [2, 4]

// -----

// Recursion is refused.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %y = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}
func.func @f(%x: tensor<i32>) -> tensor<i32> {
  %y = call @main(%x) : (tensor<i32>) -> tensor<i32>
  return %y : tensor<i32>
}

// run: 1
// error: calls @main from within @main; recursion is not evaluated

// -----

// A loop that fills a tensor.
func.func @main(%a0: tensor<1x3xf32>) -> (tensor<7x3xf32>, tensor<7x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %nothing = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %nothing, dims = [] : (tensor<f32>) -> tensor<7x3xf32>
  %r:3 = stablehlo.while(%i = %zero, %row = %a0, %acc = %empty) : tensor<i32>, tensor<1x3xf32>, tensor<7x3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %next = stablehlo.add %row, %a0 : tensor<1x3xf32>
    %new = stablehlo.dynamic_update_slice %acc, %next, %i, %zero : (tensor<7x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<7x3xf32>
    stablehlo.return %j, %next, %new : tensor<i32>, tensor<1x3xf32>, tensor<7x3xf32>
  }
  return %r#2, %empty : tensor<7x3xf32>, tensor<7x3xf32>
}

// run: [[1.0, 2.0, 3.0]]
// => [[2.000000e+00, 4.000000e+00, 6.000000e+00], [3.000000e+00, 6.000000e+00, 9.000000e+00], [4.000000e+00, 8.000000e+00, 1.200000e+01], [5.000000e+00, 1.000000e+01, 1.500000e+01], [6.000000e+00, 1.200000e+01, 1.800000e+01], [7.000000e+00, 1.400000e+01, 2.100000e+01], [8.000000e+00, 1.600000e+01, 2.400000e+01]]
// => 0.000000e+00
// cpp: the same

// -----

// A loop that fills a tensor and still reads it by another name.
func.func @main(%a0: tensor<1x3xf32>) -> (tensor<7x3xf32>, tensor<7x3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %nothing = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %empty = stablehlo.broadcast_in_dim %nothing, dims = [] : (tensor<f32>) -> tensor<7x3xf32>
  %r:3 = stablehlo.while(%i = %zero, %row = %a0, %acc = %empty) : tensor<i32>, tensor<1x3xf32>, tensor<7x3xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %next = stablehlo.add %row, %a0 : tensor<1x3xf32>
    %same = stablehlo.optimization_barrier %acc : tensor<7x3xf32>
    %flat = stablehlo.reverse %acc, dims = [0] : tensor<7x3xf32>
    %0 = stablehlo.dynamic_update_slice %acc, %next, %i, %zero : (tensor<7x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<7x3xf32>
    %1 = stablehlo.add %0, %same : tensor<7x3xf32>
    %new = stablehlo.subtract %1, %flat : tensor<7x3xf32>
    stablehlo.return %j, %next, %new : tensor<i32>, tensor<1x3xf32>, tensor<7x3xf32>
  }
  return %r#2, %empty : tensor<7x3xf32>, tensor<7x3xf32>
}

// run: [[1.0, 2.0, 3.0]]
// => [[7.300000e+02, 1.460000e+03, 2.190000e+03], [3.200000e+02, 6.400000e+02, 9.600000e+02], [1.240000e+02, 2.480000e+02, 3.720000e+02], [5.000000e+00, 1.000000e+01, 1.500000e+01], [-1.100000e+02, -2.200000e+02, -3.300000e+02], [-2.710000e+02, -5.420000e+02, -8.130000e+02], [-4.780000e+02, -9.560000e+02, -1.434000e+03]]
// => 0.000000e+00
// cpp: the same

// -----

// Recursion by way of a region is refused: the function is called for each element by the body of a map that it runs
// itself.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %v = stablehlo.reshape %x : (tensor<i32>) -> tensor<1xi32>
  %m = "stablehlo.map"(%v) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>):
    %b = func.call @f(%a) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<1xi32>) -> tensor<1xi32>
  %r = stablehlo.reshape %m : (tensor<1xi32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}

// run: 1
// error: calls @f from within @f; recursion is not evaluated
