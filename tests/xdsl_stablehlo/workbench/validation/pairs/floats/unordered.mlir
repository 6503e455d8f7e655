// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %r = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: The arguments the other way round.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %r = stablehlo.compare GT, %y, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: NaN is neither less nor greater.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.not %p : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: In the total order -0.0 is less than 0.0.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
