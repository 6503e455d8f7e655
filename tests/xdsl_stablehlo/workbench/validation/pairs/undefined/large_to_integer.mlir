// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<2147483647> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: 1e10 is no integer of 32 bits, and nothing says that it saturates.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<1.0e10> : tensor<f32>
  %r = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  return %r : tensor<i32>
}
