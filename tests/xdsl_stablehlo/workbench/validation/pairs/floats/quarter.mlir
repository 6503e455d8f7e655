// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %h = stablehlo.constant dense<0.25> : tensor<f32>
  %r = stablehlo.multiply %x, %h : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: 0.25 is a power of two.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %f = stablehlo.constant dense<4.0> : tensor<f32>
  %r = stablehlo.divide %x, %f : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 0.5 is another.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %f = stablehlo.constant dense<2.0> : tensor<f32>
  %r = stablehlo.divide %x, %f : tensor<f32>
  return %r : tensor<f32>
}
