// before
func.func @main(%z: tensor<complex<f64>>) -> tensor<f64> {
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<complex<f64>>
  %m = stablehlo.multiply %z, %i : tensor<complex<f64>>
  %r = stablehlo.real %m : (tensor<complex<f64>>) -> tensor<f64>
  return %r : tensor<f64>
}
// ----- wrong: i * i is -1.
func.func @main(%z: tensor<complex<f64>>) -> tensor<f64> {
  %r = stablehlo.imag %z : (tensor<complex<f64>>) -> tensor<f64>
  return %r : tensor<f64>
}
