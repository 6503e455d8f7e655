// before
func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.if"(%p) ({
    %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The effect comes whether or not the condition holds.
func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %r = stablehlo.select %p, %x, %x : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The effect comes where it did not.
func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}
