// before
func.func @main(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %r:4 = stablehlo.while(%i = %zero, %a = %start, %b = %start, %c = %start) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  cond {
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %t = stablehlo.constant dense<true> : tensor<i1>
    %k = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.select %t, %b, %c : tensor<i1>, tensor<f32>
    %q = stablehlo.add %p, %x : tensor<f32>
    %s = stablehlo.subtract %c, %b : tensor<f32>
    %u = stablehlo.select %t, %s, %q : tensor<i1>, tensor<f32>
    %v = stablehlo.multiply %c, %x : tensor<f32>
    %w = stablehlo.cosine %v : tensor<f32>
    stablehlo.return %k, %u, %q, %w : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return %r#1, %r#3 : tensor<f32>, tensor<f32>
}
// ----- right: A loop may carry the same values in another order.
func.func @main(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %r:4 = stablehlo.while(%c = %start, %b = %start, %i = %zero, %a = %start) : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  cond {
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %q = stablehlo.add %x, %b : tensor<f32>
    %s = stablehlo.subtract %c, %b : tensor<f32>
    %v = stablehlo.multiply %x, %c : tensor<f32>
    %w = stablehlo.cosine %v : tensor<f32>
    stablehlo.return %w, %q, %k, %s : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  }
  return %r#3, %r#0 : tensor<f32>, tensor<f32>
}
// ----- wrong: The sum and the cosine have changed places in the difference.
func.func @main(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %r:4 = stablehlo.while(%c = %start, %b = %start, %i = %zero, %a = %start) : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  cond {
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %q = stablehlo.add %x, %b : tensor<f32>
    %s = stablehlo.subtract %b, %c : tensor<f32>
    %v = stablehlo.multiply %x, %c : tensor<f32>
    %w = stablehlo.cosine %v : tensor<f32>
    stablehlo.return %w, %q, %k, %s : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  }
  return %r#3, %r#0 : tensor<f32>, tensor<f32>
}
// ----- wrong: Another value is the result.
func.func @main(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %r:4 = stablehlo.while(%c = %start, %b = %start, %i = %zero, %a = %start) : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  cond {
    %l = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %k = stablehlo.add %i, %one : tensor<i32>
    %q = stablehlo.add %x, %b : tensor<f32>
    %s = stablehlo.subtract %c, %b : tensor<f32>
    %v = stablehlo.multiply %x, %c : tensor<f32>
    %w = stablehlo.cosine %v : tensor<f32>
    stablehlo.return %w, %q, %k, %s : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
  }
  return %r#3, %r#1 : tensor<f32>, tensor<f32>
}
