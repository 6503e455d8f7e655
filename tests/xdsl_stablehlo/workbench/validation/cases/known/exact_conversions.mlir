// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.convert %two : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The type has this number.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: It is another number.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %two = stablehlo.constant dense<16777217> : tensor<i32>
  %c = stablehlo.convert %two : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
