// before
func.func @main(%a: tensor<100xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %start, %s = %f) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.compare LT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %w = stablehlo.add %i, %hundred : tensor<i32>
    %k = stablehlo.select %n, %w, %i : tensor<i1>, tensor<i32>
    %x = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.multiply %s, %y : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// ----- right: The counter goes from 0 to 100.
func.func @main(%a: tensor<100xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %start, %s = %f) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.add %i, %zero : tensor<i32>
    %x = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.multiply %s, %y : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// ----- wrong: It begins one later.
func.func @main(%a: tensor<100xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<1> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %start, %s = %f) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %k = stablehlo.add %i, %zero : tensor<i32>
    %x = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.multiply %s, %y : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// ----- wrong: 3 is below 4, too.
func.func @main(%a: tensor<100xf32>) -> tensor<f32> {
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %hundred = stablehlo.constant dense<100> : tensor<i32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %r:2 = stablehlo.while(%i = %start, %s = %f) : tensor<i32>, tensor<f32>
  cond {
    %p = stablehlo.compare LT, %i, %hundred : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.compare GE, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %w = stablehlo.add %i, %hundred : tensor<i32>
    %k = stablehlo.select %n, %w, %i : tensor<i1>, tensor<i32>
    %x = stablehlo.dynamic_slice %a, %k, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
    %y = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
    %t = stablehlo.multiply %s, %y : tensor<f32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
