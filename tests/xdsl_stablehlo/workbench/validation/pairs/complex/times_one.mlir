// before
func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %o = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %r = stablehlo.multiply %z, %o : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
// ----- right: The formula of the product, of which exceptions are left open.
func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %a = stablehlo.real %z : (tensor<complex<f32>>) -> tensor<f32>
  %b = stablehlo.imag %z : (tensor<complex<f32>>) -> tensor<f32>
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %d = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.multiply %a, %c : tensor<f32>
  %f = stablehlo.multiply %b, %d : tensor<f32>
  %g = stablehlo.multiply %a, %d : tensor<f32>
  %h = stablehlo.multiply %b, %c : tensor<f32>
  %i = stablehlo.subtract %e, %f : tensor<f32>
  %j = stablehlo.add %g, %h : tensor<f32>
  %r = stablehlo.complex %i, %j : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
// ----- wrong: The conjugated.
func.func @main(%z: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %a = stablehlo.real %z : (tensor<complex<f32>>) -> tensor<f32>
  %b = stablehlo.imag %z : (tensor<complex<f32>>) -> tensor<f32>
  %n = stablehlo.negate %b : tensor<f32>
  %r = stablehlo.complex %a, %n : tensor<complex<f32>>
  return %r : tensor<complex<f32>>
}
