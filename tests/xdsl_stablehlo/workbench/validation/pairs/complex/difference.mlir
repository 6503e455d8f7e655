// before
func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %r = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
// ----- wrong: The difference of an infinity and itself is NaN.
func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %r = stablehlo.subtract %z, %z : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
