// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: Every i32 is an f64.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %f = stablehlo.convert %x : (tensor<i32>) -> tensor<f64>
  %r = stablehlo.convert %f : (tensor<f64>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Not every i32 is an f32.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %f = stablehlo.convert %x : (tensor<i32>) -> tensor<f32>
  %r = stablehlo.convert %f : (tensor<f32>) -> tensor<i32>
  return %r : tensor<i32>
}
