// before
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.power %x, %c : tensor<f32>
  %q = stablehlo.power %y, %x : tensor<f32>
  %r = stablehlo.add %p, %q : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: With 1 as exponent the other one is the same function.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.power %x, %c : tensor<f32>
  %q = stablehlo.power %y, %x : tensor<f32>
  %r = stablehlo.add %x, %q : tensor<f32>
  return %r : tensor<f32>
}
