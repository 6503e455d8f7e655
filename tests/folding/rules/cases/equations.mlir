// The minimum of two integers is at most either of them.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %least = stablehlo.minimum %y, %x : tensor<i32>
  %r = stablehlo.maximum %least, %x : tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// rules: maximum-absorbs-minimum

// -----

// The same ops on floats stay: if %y is NaN, the result is NaN.
func.func @main(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %least = stablehlo.minimum %y, %x : tensor<f32>
  %r = stablehlo.maximum %least, %x : tensor<f32>
  return %r : tensor<f32>
}

// unchanged
