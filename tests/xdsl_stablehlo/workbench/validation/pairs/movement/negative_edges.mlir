// before
func.func @main(%x: tensor<6xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.pad %x, %z, low = [-2], high = [0], interior = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- right: Negative padding takes elements away.
func.func @main(%x: tensor<6xi32>) -> tensor<4xi32> {
  %r = stablehlo.slice %x [2:6] : (tensor<6xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- wrong: From the other end.
func.func @main(%x: tensor<6xi32>) -> tensor<4xi32> {
  %r = stablehlo.slice %x [0:4] : (tensor<6xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
