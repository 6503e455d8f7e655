// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<-0.0> : tensor<f32>
  %r = stablehlo.add %x, %z : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong, out of reach: The smallest float has no quarter.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %h = stablehlo.constant dense<0.25> : tensor<f32>
  %f = stablehlo.constant dense<4.0> : tensor<f32>
  %a = stablehlo.multiply %x, %h : tensor<f32>
  %r = stablehlo.multiply %a, %f : tensor<f32>
  return %r : tensor<f32>
}
