// before
func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<f32> {
  %init = stablehlo.constant dense<5.0> : tensor<f32>
  %p = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %q = stablehlo.reduce(%y init: %init) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.subtract %p, %q : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: Both are the element.
func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<f32> {
  %init = stablehlo.constant dense<5.0> : tensor<f32>
  %p = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
  %q = stablehlo.reshape %y : (tensor<1xf32>) -> tensor<f32>
  %r = stablehlo.subtract %p, %q : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: Of equal arguments, one implementation gives the same.
func.func @main(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<f32> {
  %init = stablehlo.constant dense<5.0> : tensor<f32>
  %p = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
  %q = stablehlo.reduce(%y init: %init) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.subtract %p, %q : tensor<f32>
  return %r : tensor<f32>
}
