// before
func.func @main() -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: IEEE 754 only recommends exp, and the specification does not say how accurate it is.
func.func @main() -> tensor<i1> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %e = stablehlo.exponential %z : tensor<f32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.compare EQ, %e, %o : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
