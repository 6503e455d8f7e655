// before
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %m = stablehlo.multiply %x, %one : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %s = %m, %b = %y) : tensor<i32>, tensor<f32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    %n = stablehlo.negate %s : tensor<f32>
    %bits = stablehlo.bitcast_convert %s : (tensor<f32>) -> tensor<i32>
    %c = stablehlo.add %b, %bits : tensor<i32>
    stablehlo.return %j, %n, %c : tensor<i32>, tensor<f32>, tensor<i32>
  }
  return %r#2 : tensor<i32>
}
// ----- right: The same with a sum in another order.
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %m = stablehlo.multiply %x, %one : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %s = %m, %b = %y) : tensor<i32>, tensor<f32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    %n = stablehlo.negate %s : tensor<f32>
    %bits = stablehlo.bitcast_convert %s : (tensor<f32>) -> tensor<i32>
    %c = stablehlo.add %bits, %b : tensor<i32>
    stablehlo.return %j, %n, %c : tensor<i32>, tensor<f32>, tensor<i32>
  }
  return %r#2 : tensor<i32>
}
// ----- wrong: The product may have another NaN.
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r:3 = stablehlo.while(%i = %zero, %s = %x, %b = %y) : tensor<i32>, tensor<f32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %step : tensor<i32>
    %n = stablehlo.negate %s : tensor<f32>
    %bits = stablehlo.bitcast_convert %s : (tensor<f32>) -> tensor<i32>
    %c = stablehlo.add %b, %bits : tensor<i32>
    stablehlo.return %j, %n, %c : tensor<i32>, tensor<f32>, tensor<i32>
  }
  return %r#2 : tensor<i32>
}
