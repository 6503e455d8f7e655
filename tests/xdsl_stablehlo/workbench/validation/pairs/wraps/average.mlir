// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.xor %x, %y : tensor<i32>
  %a = stablehlo.and %x, %y : tensor<i32>
  %s = stablehlo.shift_right_arithmetic %e, %c : tensor<i32>
  %r = stablehlo.add %a, %s : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: In 64 bits the sum does not overflow.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %a = stablehlo.convert %x : (tensor<i32>) -> tensor<i64>
  %b = stablehlo.convert %y : (tensor<i32>) -> tensor<i64>
  %s = stablehlo.add %a, %b : tensor<i64>
  %h = stablehlo.shift_right_arithmetic %s, %c : tensor<i64>
  %r = stablehlo.convert %h : (tensor<i64>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: In 32 bits it does.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.add %x, %y : tensor<i32>
  %r = stablehlo.shift_right_arithmetic %s, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: A division rounds toward zero.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i64>
  %a = stablehlo.convert %x : (tensor<i32>) -> tensor<i64>
  %b = stablehlo.convert %y : (tensor<i32>) -> tensor<i64>
  %s = stablehlo.add %a, %b : tensor<i64>
  %h = stablehlo.divide %s, %c : tensor<i64>
  %r = stablehlo.convert %h : (tensor<i64>) -> tensor<i32>
  return %r : tensor<i32>
}
