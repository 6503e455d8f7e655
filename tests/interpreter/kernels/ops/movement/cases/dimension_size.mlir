// get_dimension_size and set_dimension_size.

// -----

// Set dimension size keeps the first elements.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>> {
  %r0 = stablehlo.set_dimension_size %a0, %a1, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<4>>
  return %r0 : tensor<?xi32, #stablehlo.bounds<4>>
}

// run: [0, 1, 2, 3], 3
// => [0, 1, 2]

// run: [0, 1, 2, 3], 5
// error: 3:9: 'stablehlo.set_dimension_size' op cannot set dimension 0 of size 4 to 5 (operands: tensor<4xi32>, tensor<i32>)

// run: [0, 1, 2, 3], -1
// error: 3:9: 'stablehlo.set_dimension_size' op cannot set dimension 0 of size 4 to -1 (operands: tensor<4xi32>, tensor<i32>)
