// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.composite "my.twice" %x {decomposition = @twice} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: A composite is its decomposition.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.multiply %x, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The decomposition subtracts.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.composite "my.twice" %x {decomposition = @twice} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.subtract %x, %x : tensor<i32>
  return %r : tensor<i32>
}
