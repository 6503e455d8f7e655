// Functions as values: written as C++ writes them, and called with what they take.

// -----

// A function is called with what it takes.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %f = func.constant @g : (tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{'func.call_indirect' op operand types do not match those of the callee, '(tensor<f32>) -> tensor<f32>'}}
  %r = "func.call_indirect"(%f) : ((tensor<f32>) -> tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
