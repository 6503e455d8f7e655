// before
func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %a = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %b = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %r = stablehlo.complex %a, %b : tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}
// ----- right: Conjugated twice.
func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %a = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %b = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %n = stablehlo.negate %b : tensor<2xf32>
  %m = stablehlo.negate %n : tensor<2xf32>
  %r = stablehlo.complex %a, %m : tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}
// ----- wrong: (1 + 0i) times an infinite or a negative part takes a sign or a NaN from the other.
func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %o = stablehlo.constant dense<(1.0, 0.0)> : tensor<2xcomplex<f32>>
  %r = stablehlo.multiply %z, %o : tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}
// ----- wrong: -0.0 + 0.0 is 0.0.
func.func @main(%z: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %o = stablehlo.constant dense<(0.0, 0.0)> : tensor<2xcomplex<f32>>
  %r = stablehlo.add %z, %o : tensor<2xcomplex<f32>>
  return %r : tensor<2xcomplex<f32>>
}
