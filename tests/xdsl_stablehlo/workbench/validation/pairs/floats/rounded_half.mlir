// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.round_nearest_afz %x : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 2.5 is halfway between 2 and 3, and 2 is even.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.round_nearest_even %x : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 0.49999997 + 0.5 rounds to 1.0.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %h = stablehlo.constant dense<0.5> : tensor<f32>
  %a = stablehlo.abs %x : tensor<f32>
  %s = stablehlo.add %a, %h : tensor<f32>
  %f = stablehlo.floor %s : tensor<f32>
  %g = stablehlo.sign %x : tensor<f32>
  %r = stablehlo.multiply %g, %f : tensor<f32>
  return %r : tensor<f32>
}
