// before
func.func @main(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.multiply %x, %one : tensor<f32>
  %r = "stablehlo.if"(%c) ({
    %bits = stablehlo.bitcast_convert %p : (tensor<f32>) -> tensor<i32>
    stablehlo.return %bits : tensor<i32>
  }, {
    stablehlo.return %y : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The same with the factors in another order.
func.func @main(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.not %c : tensor<i1>
  %p = stablehlo.multiply %x, %one : tensor<f32>
  %bits = stablehlo.bitcast_convert %p : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.select %n, %y, %bits : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The product may have another NaN.
func.func @main(%c: tensor<i1>, %x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.if"(%c) ({
    %bits = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
    stablehlo.return %bits : tensor<i32>
  }, {
    stablehlo.return %y : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
