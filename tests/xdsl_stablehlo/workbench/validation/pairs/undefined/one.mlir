// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.constant dense<1> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: 0 / 0 is undefined.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.divide %x, %x : tensor<i32>
  return %r : tensor<i32>
}
