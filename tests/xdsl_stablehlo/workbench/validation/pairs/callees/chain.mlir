// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = call @outer(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @outer(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %a = call @inner(%y, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %r = call @inner(%a, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @inner(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.subtract %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: (y - x) - y is -x.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.negate %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: (x - y) - y.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.subtract %x, %y : tensor<i32>
  %r = stablehlo.subtract %a, %y : tensor<i32>
  return %r : tensor<i32>
}
