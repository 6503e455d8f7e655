// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.divide %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: x / x is 1 where it is defined.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.constant dense<1> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: x / x is 1 for x > 1.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.sign %x : tensor<i32>
  return %r : tensor<i32>
}
