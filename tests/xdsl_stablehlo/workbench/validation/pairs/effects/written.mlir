// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- right, out of reach: The sum does not wait for the effect.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %o, %x : tensor<i32>
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The effect is gone.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The effect comes twice.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %u = stablehlo.custom_call @write(%x) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The value that is written is another.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %o : tensor<i32>
  %t = stablehlo.custom_call @write(%r) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
