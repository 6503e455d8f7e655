// before
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %p = stablehlo.multiply %x, %one : tensor<f32>
  %bits = stablehlo.bitcast_convert %p : (tensor<f32>) -> tensor<i32>
  %i = stablehlo.convert %p : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.add %i, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: Nothing depends on the bits.
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %i = stablehlo.convert %x : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.add %i, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The bits are no number.
func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %i = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
  %r = stablehlo.add %i, %y : tensor<i32>
  return %r : tensor<i32>
}
