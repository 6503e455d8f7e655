// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %r = stablehlo.add %x, %z : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 1 + 1e30 - 1e30 is 0.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %x, %y : tensor<f32>
  %r = stablehlo.subtract %s, %y : tensor<f32>
  return %r : tensor<f32>
}
