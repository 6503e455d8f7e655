// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.negate %x : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: -0.0 - 0.0 is -0.0, and -0.0 - -0.0 is 0.0.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %r = stablehlo.subtract %z, %x : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 0.0 - 0.0 is 0.0, and its negation is -0.0.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.subtract %z, %x : tensor<f32>
  return %r : tensor<f32>
}
