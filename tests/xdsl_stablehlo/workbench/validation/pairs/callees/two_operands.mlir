// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right, out of reach: An operand that is computed by other ops: y + x - x.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.add %x, %y : tensor<i32>
  %t = stablehlo.subtract %s, %x : tensor<i32>
  %r = stablehlo.custom_call @foo(%x, %t) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The operands are swapped.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%y, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: Another target.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @bar(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
