// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The remainder by zero is undefined, whatever is divided.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %d = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.add %x, %x : tensor<i32>
  %r = stablehlo.remainder %s, %d : tensor<i32>
  return %r : tensor<i32>
}
