// before
func.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %r = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: The initial value may be added.
func.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<5.0> : tensor<f32>
  %v = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<1xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.optimization_barrier %s : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: -0 becomes 0 if it is.
func.func @main(%x: tensor<1xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<1xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.optimization_barrier %s : tensor<f32>
  return %r : tensor<f32>
}
