// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %b = stablehlo.convert %x : (tensor<i32>) -> tensor<i8>
  %r = stablehlo.convert %b : (tensor<i8>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The lowest byte with its sign.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<24> : tensor<i32>
  %s = stablehlo.shift_left %x, %c : tensor<i32>
  %r = stablehlo.shift_right_arithmetic %s, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Without its sign.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<255> : tensor<i32>
  %r = stablehlo.and %x, %c : tensor<i32>
  return %r : tensor<i32>
}
