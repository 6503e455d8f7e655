// before
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The elements in pairs are one of the trees.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %a = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %b = stablehlo.slice %x [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
  %s = stablehlo.add %a, %b : tensor<2xf32>
  %c = stablehlo.slice %s [0:1] : (tensor<2xf32>) -> tensor<1xf32>
  %d = stablehlo.slice %s [1:2] : (tensor<2xf32>) -> tensor<1xf32>
  %t = stablehlo.add %c, %d : tensor<1xf32>
  %r = stablehlo.reshape %t : (tensor<1xf32>) -> tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: Only three of the elements.
func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.slice %x [0:3] : (tensor<4xf32>) -> tensor<3xf32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
