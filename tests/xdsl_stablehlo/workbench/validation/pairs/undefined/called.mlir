// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<5> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The function that is called divides by its argument, which is zero.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = call @divided(%z) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @divided(%d: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r = stablehlo.divide %n, %d : tensor<i32>
  return %r : tensor<i32>
}
