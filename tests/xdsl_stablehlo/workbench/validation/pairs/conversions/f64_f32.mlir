// before
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %z = stablehlo.constant dense<-0.0> : tensor<f64>
  %r = stablehlo.add %x, %z : tensor<f64>
  return %r : tensor<f64>
}
// ----- wrong: f32 does not hold every f64.
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %f = stablehlo.convert %x : (tensor<f64>) -> tensor<f32>
  %r = stablehlo.convert %f : (tensor<f32>) -> tensor<f64>
  return %r : tensor<f64>
}
