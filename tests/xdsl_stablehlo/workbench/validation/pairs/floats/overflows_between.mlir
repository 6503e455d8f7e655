// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.multiply %x, %four : tensor<f32>
  %1 = stablehlo.multiply %0, %half : tensor<f32>
  return %1 : tensor<f32>
}
// ----- right: products of two factors do not depend on their order
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.multiply %four, %x : tensor<f32>
  %1 = stablehlo.multiply %half, %0 : tensor<f32>
  return %1 : tensor<f32>
}
// ----- wrong: 1e38 times 4 is infinite, and stays so
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %two : tensor<f32>
  return %0 : tensor<f32>
}
