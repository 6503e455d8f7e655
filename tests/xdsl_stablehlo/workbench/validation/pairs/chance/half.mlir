// before
func.func @main() -> tensor<16xi1> {
  %r = stablehlo.constant dense<true> : tensor<16xi1>
  return %r : tensor<16xi1>
}
// ----- wrong: Half of the numbers are 0.5 or more.
func.func @main() -> tensor<16xi1> {
  %l = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<[16]> : tensor<1xi64>
  %t = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<16xf32>
  %c = stablehlo.constant dense<0.5> : tensor<16xf32>
  %r = stablehlo.compare LT, %t, %c : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xi1>
  return %r : tensor<16xi1>
}
