// before
func.func @main(%l: tensor<f32>, %x: tensor<f32>, %h: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.clamp %l, %x, %h : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The specification's formula: minimum(maximum(operand, min), max).
func.func @main(%l: tensor<f32>, %x: tensor<f32>, %h: tensor<f32>) -> tensor<f32> {
  %m = stablehlo.maximum %x, %l : tensor<f32>
  %r = stablehlo.minimum %m, %h : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: Where the bounds are the wrong way round, the upper one wins.
func.func @main(%l: tensor<f32>, %x: tensor<f32>, %h: tensor<f32>) -> tensor<f32> {
  %m = stablehlo.minimum %x, %h : tensor<f32>
  %r = stablehlo.maximum %m, %l : tensor<f32>
  return %r : tensor<f32>
}
