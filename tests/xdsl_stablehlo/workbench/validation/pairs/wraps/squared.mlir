// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.power %x, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The second power.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.multiply %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The third.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.multiply %x, %x : tensor<i32>
  %r = stablehlo.multiply %s, %x : tensor<i32>
  return %r : tensor<i32>
}
