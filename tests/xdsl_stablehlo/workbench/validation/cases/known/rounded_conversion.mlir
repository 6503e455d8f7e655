// before
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<16777216.0> : tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
// ----- right: The type has this number.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %n = stablehlo.constant dense<16777216> : tensor<i32>
  %c = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
// ----- wrong: It need not be rounded to this number.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %n = stablehlo.constant dense<16777217> : tensor<i32>
  %c = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.multiply %x, %c : tensor<f32>
  return %r : tensor<f32>
}
