// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %c = stablehlo.constant dense<73> : tensor<i8>
  %r = stablehlo.compare GE, %x, %c : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: How accurate tanh is, the specification does not say.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f32>
  %e = stablehlo.constant dense<8.0> : tensor<f32>
  %q = stablehlo.divide %f, %e : tensor<f32>
  %t = stablehlo.tanh %q : tensor<f32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.compare EQ, %t, %o : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
