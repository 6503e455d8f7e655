// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {backend_config = "mode=1"} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The target is told something else.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {backend_config = "mode=2"} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
