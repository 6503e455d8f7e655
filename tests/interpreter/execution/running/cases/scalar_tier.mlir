// Loops over scalars run as Python code after a while: the bits of C++, the limits and the errors of any loop.

// -----

// Unary operators (not-i16).
func.func @main(%a0: tensor<i16>, %a1: tensor<i16>) -> tensor<i16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i16>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.not %x : tensor<i16>
    %t = stablehlo.add %u, %a1 : tensor<i16>
    stablehlo.return %j, %t : tensor<i32>, tensor<i16>
  }
  return %r#1 : tensor<i16>
}

// run: 3, 37
// => 3
// cpp: the same

// -----

// Unary operators (not-i1).
func.func @main(%a0: tensor<i1>, %a1: tensor<i1>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i1>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.not %x : tensor<i1>
    %t = stablehlo.xor %u, %a1 : tensor<i1>
    stablehlo.return %j, %t : tensor<i32>, tensor<i1>
  }
  return %r#1 : tensor<i1>
}

// run: true, true
// => true
// cpp: the same

// -----

// Unary operators (negate-i32).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.negate %x : tensor<i32>
    %t = stablehlo.add %u, %a1 : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// run: 3, 37
// => 3
// cpp: the same

// -----

// Unary operators (negate-f32).
func.func @main(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %u = stablehlo.negate %x : tensor<f32>
    %t = stablehlo.add %u, %a1 : tensor<f32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// run: 1.100000023841858, 0.30000001192092896
// => 1.100000e+00
// cpp: the same

// -----

// Booleans add by or and multiply by and (add).
func.func @main(%a0: tensor<i1>, %a1: tensor<i1>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i1>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %x, %a1 : tensor<i1>
    stablehlo.return %j, %t : tensor<i32>, tensor<i1>
  }
  return %r#1 : tensor<i1>
}

// run: false, true
// => true
// cpp: the same

// -----

// Booleans add by or and multiply by and (multiply).
func.func @main(%a0: tensor<i1>, %a1: tensor<i1>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i1>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.multiply %x, %a1 : tensor<i1>
    stablehlo.return %j, %t : tensor<i32>, tensor<i1>
  }
  return %r#1 : tensor<i1>
}

// run: false, true
// => false
// cpp: the same

// -----

// Calls and values from outside.
func.func private @step(%v: tensor<f32>, %by: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.multiply %v, %by : tensor<f32>
  return %r : tensor<f32>
}
func.func @main(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = func.call @step(%x, %a1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// run: 1.0, 2.0
// => 1.12589991e+15

// -----

// A state that is handed on crosswise.
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> tensor<i64> {
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:3 = stablehlo.while(%i = %a0, %x = %one, %y = %one) : tensor<i64>, tensor<i64>, tensor<i64>
  cond {
    %c = stablehlo.compare LT, %i, %a1 : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i64>
    %s = stablehlo.add %x, %y : tensor<i64>
    stablehlo.return %j, %y, %s : tensor<i64>, tensor<i64>, tensor<i64>
  }
  return %r#1 : tensor<i64>
}

// run: 0, 0
// => 1

// run: 0, 1
// => 1

// run: 0, 2
// => 2

// run: 0, 3
// => 3

// run: 0, 80
// => 37889062373143906

// -----

// A limit of iterations holds where it is (0).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<50> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %x, %a1 : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// run: iterations=50, 0, 1
// => 50

// run: iterations=0, 0, 1
// error: 6:10: 'stablehlo.while' op takes more than the 0 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=1, 0, 1
// error: 6:10: 'stablehlo.while' op takes more than the 1 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=2, 0, 1
// error: 6:10: 'stablehlo.while' op takes more than the 2 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=30, 0, 1
// error: 6:10: 'stablehlo.while' op takes more than the 30 iterations that are allowed (operands: tensor<i32>, tensor<i32>)

// run: iterations=49, 0, 1
// error: 6:10: 'stablehlo.while' op takes more than the 49 iterations that are allowed (operands: tensor<i32>, tensor<i32>)
