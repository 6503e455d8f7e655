// before
func.func @main() -> tensor<8xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<1000> : tensor<i32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %t = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<8xi32>
  %r = stablehlo.subtract %t, %t : tensor<8xi32>
  return %r : tensor<8xi32>
}
// ----- right: A number minus itself is 0, whatever it is.
func.func @main() -> tensor<8xi32> {
  %r = stablehlo.constant dense<0> : tensor<8xi32>
  return %r : tensor<8xi32>
}
// ----- wrong: Two draws are not the same.
func.func @main() -> tensor<8xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<1000> : tensor<i32>
  %s = stablehlo.constant dense<[8]> : tensor<1xi64>
  %t = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<8xi32>
  %u = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<8xi32>
  %r = stablehlo.subtract %t, %u : tensor<8xi32>
  return %r : tensor<8xi32>
}
