// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %u = stablehlo.custom_call @write(%y) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.add %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The effects come in the other order.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %u = stablehlo.custom_call @write(%y) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.add %x, %y : tensor<i32>
  return %r : tensor<i32>
}
