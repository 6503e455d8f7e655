// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {called_computations = [@g]} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %r = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
// ----- wrong, out of reach: What the callee calls negates.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {called_computations = [@g]} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %r = call @h(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @h(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.negate %x : tensor<i32>
  return %r : tensor<i32>
}
