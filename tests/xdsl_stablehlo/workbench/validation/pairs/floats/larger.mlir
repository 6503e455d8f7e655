// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.maximum %x, %y : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The negated minimum of the negated.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.negate %x : tensor<f32>
  %b = stablehlo.negate %y : tensor<f32>
  %m = stablehlo.minimum %a, %b : tensor<f32>
  %r = stablehlo.negate %m : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: Zeros of two signs are equal, and of them 0.0 is the larger; NaN is not greater.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %p = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}
