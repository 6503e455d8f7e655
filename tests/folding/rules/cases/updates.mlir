// The elements that a slice has read are there already.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.slice %x [1:3] : (tensor<4xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_update_slice %x, %s, %one : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// => func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
// =>   return %x : tensor<4xi32>
// => }
// rules: updated-with-itself

// -----

// Those of another place are not.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.slice %x [0:2] : (tensor<4xi32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_update_slice %x, %s, %one : (tensor<4xi32>, tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// unchanged

// -----

// A start that is clamped just as the slice clamps it.
func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %c = stablehlo.clamp %zero, %i, %two : tensor<i32>
  %r = stablehlo.dynamic_slice %x, %c, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<2xi32> {
// =>   %r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A start that is clamped more than the slice clamps it.
func.func @main(%x: tensor<4xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.clamp %zero, %i, %one : tensor<i32>
  %r = stablehlo.dynamic_slice %x, %c, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// unchanged
