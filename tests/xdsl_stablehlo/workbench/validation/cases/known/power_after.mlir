// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.add %x, %y : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: The powers need not be exact.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.power %x, %c : tensor<f32>
  %q = stablehlo.power %y, %c : tensor<f32>
  %r = stablehlo.add %p, %q : tensor<f32>
  return %r : tensor<f32>
}
