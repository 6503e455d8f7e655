// before
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %r = stablehlo.convert %x : (tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: True where it is not zero, of NaN, too.
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.compare NE, %x, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: 0.5 is not zero.
func.func @main(%x: tensor<f32>) -> tensor<i1> {
  %i = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.convert %i : (tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
