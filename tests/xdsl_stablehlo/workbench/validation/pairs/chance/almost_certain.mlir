// before
func.func @main() -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: One number of a hundred is 0.99 or more.
func.func @main() -> tensor<i1> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<> : tensor<0xi64>
  %t = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  %c = stablehlo.constant dense<0.99> : tensor<f32>
  %r = stablehlo.compare LT, %t, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
