// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: x + y is the sum without carries and twice the carries.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.xor %x, %y : tensor<i32>
  %a = stablehlo.and %x, %y : tensor<i32>
  %s = stablehlo.shift_left %a, %c : tensor<i32>
  %r = stablehlo.add %e, %s : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Carries once.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %e = stablehlo.xor %x, %y : tensor<i32>
  %a = stablehlo.and %x, %y : tensor<i32>
  %r = stablehlo.add %e, %a : tensor<i32>
  return %r : tensor<i32>
}
