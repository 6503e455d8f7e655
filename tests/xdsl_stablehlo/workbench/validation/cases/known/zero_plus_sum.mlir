// before
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.abs %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.add %zero, %s : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: A sum of numbers that are not -0 is not -0, in any order.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.abs %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.optimization_barrier %s : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: Nothing is said of products.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %init = stablehlo.constant dense<1.0> : tensor<f32>
  %v = stablehlo.abs %x : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %init) applies stablehlo.multiply across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r = stablehlo.optimization_barrier %s : tensor<f32>
  return %r : tensor<f32>
}
