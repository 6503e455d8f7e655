// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<3> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: cbrt(27.0) may lie below 3.0, which would become 2.
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<27.0> : tensor<f32>
  %t = stablehlo.cbrt %c : tensor<f32>
  %r = stablehlo.convert %t : (tensor<f32>) -> tensor<i32>
  return %r : tensor<i32>
}
