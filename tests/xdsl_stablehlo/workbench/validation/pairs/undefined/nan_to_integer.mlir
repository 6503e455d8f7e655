// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<0> : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: 0.0 is 0.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: NaN is no integer.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  %r = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  return %r : tensor<i32>
}
