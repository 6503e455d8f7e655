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
