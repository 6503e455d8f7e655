// before
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %zero, %s : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The same.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %zero, %s : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: -0 and -0 are -0, and 0 if 0 is added.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.optimization_barrier %s : tensor<f32>
  return %r : tensor<f32>
}
