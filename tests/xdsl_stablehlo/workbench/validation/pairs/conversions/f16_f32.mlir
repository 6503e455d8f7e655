// before
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %z = stablehlo.constant dense<-0.0> : tensor<f16>
  %r = stablehlo.add %x, %z : tensor<f16>
  return %r : tensor<f16>
}
// ----- right: f32 holds every f16.
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %f = stablehlo.convert %x : (tensor<f16>) -> tensor<f32>
  %r = stablehlo.convert %f : (tensor<f32>) -> tensor<f16>
  return %r : tensor<f16>
}
// ----- wrong: bf16 does not.
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %f = stablehlo.convert %x : (tensor<f16>) -> tensor<bf16>
  %r = stablehlo.convert %f : (tensor<bf16>) -> tensor<f16>
  return %r : tensor<f16>
}
