// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.floor %x : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: 2^31 is no i32, and -0.5 is not rounded down.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %i = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
  return %r : tensor<f32>
}
