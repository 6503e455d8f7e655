// before
func.func @main() -> tensor<8xf32> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %r = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// ----- right: The same draw, of which more is computed and not used.
func.func @main() -> tensor<8xf32> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %r = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  %u = stablehlo.add %r, %r : tensor<8xf32>
  return %r : tensor<8xf32>
}
// ----- wrong, out of reach: Numbers above 1 never came before.
func.func @main() -> tensor<8xf32> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<2.0> : tensor<f32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %r = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// ----- wrong, out of reach: A normal distribution has numbers outside of the interval.
func.func @main() -> tensor<8xf32> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %r = stablehlo.rng %l, %h, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
