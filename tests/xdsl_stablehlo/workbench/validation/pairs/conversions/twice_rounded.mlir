// before
func.func @main(%x: tensor<f64>) -> tensor<bf16> {
  %r = stablehlo.convert %x : (tensor<f64>) -> tensor<bf16>
  return %r : tensor<bf16>
}
// ----- wrong, out of reach: What lies just above a tie is a tie after the first rounding.
func.func @main(%x: tensor<f64>) -> tensor<bf16> {
  %f = stablehlo.convert %x : (tensor<f64>) -> tensor<f32>
  %r = stablehlo.convert %f : (tensor<f32>) -> tensor<bf16>
  return %r : tensor<bf16>
}
