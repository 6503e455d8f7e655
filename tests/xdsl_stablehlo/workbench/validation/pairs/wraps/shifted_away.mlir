// before
func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.shift_left %x, %n : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The amount is not taken modulo 32.
func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<31> : tensor<i32>
  %m = stablehlo.and %n, %c : tensor<i32>
  %r = stablehlo.shift_left %x, %m : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: Amounts of 32 or more, read as unsigned, leave nothing.
func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<31> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.and %n, %c : tensor<i32>
  %s = stablehlo.shift_left %x, %m : tensor<i32>
  %p = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.select %p, %s, %z : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
