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

// -----

// -x - 1 is ~x, but the size of %x is known to be 4 only from the constant.
func.func @main(%x: tensor<?xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<-1> : tensor<4xi32>
  %0 = "stablehlo.multiply"(%x, %c) : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>
  %1 = stablehlo.add %0, %c : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// unchanged
// rules: none
