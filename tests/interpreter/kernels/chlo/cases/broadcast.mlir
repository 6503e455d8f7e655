// CHLO's ops that broadcast.

// -----

// Broadcasting integers (broadcast_and).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_and %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[1, 2], [3, 0]]

// -----

// Broadcasting integers (broadcast_or).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_or %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[3, -1], [7, 11]]

// -----

// Broadcasting integers (broadcast_xor).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_xor %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[2, -3], [4, 11]]

// -----

// Broadcasting integers (broadcast_shift_left).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_shift_left %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[8, -16], [56, 64]]

// -----

// Broadcasting integers (broadcast_shift_right_arithmetic).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_shift_right_arithmetic %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[0, -1], [0, 1]]

// -----

// Broadcasting integers (broadcast_shift_right_logical).
func.func @main(%a0: tensor<2x2xi32>, %a1: tensor<1xi32>) -> tensor<2x2xi32> {
  %r0 = chlo.broadcast_shift_right_logical %a0, %a1 : (tensor<2x2xi32>, tensor<1xi32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// run: [[1, -2], [7, 8]], [3]
// => [[0, 536870911], [0, 1]]

// -----

// Broadcast compare and select.
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>) -> tensor<2x2xi1> {
  %r0 = chlo.broadcast_compare %a0, %a1 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xi1>
  return %r0 : tensor<2x2xi1>
}

// run: [[1.0, -0.0], [3.0, 0.0]], [2.0, 0.0]
// => [[true, false], [false, false]]

// -----

// Broadcast compare and select.
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2xf32>) -> tensor<2x2xi1> {
  %r0 = chlo.broadcast_compare %a0, %a1 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xi1>
  return %r0 : tensor<2x2xi1>
}

// run: [[1.0, -0.0], [3.0, 0.0]], [2.0, 0.0]
// => [[true, true], [false, false]]

// -----

// Broadcast compare and select.
func.func @main(%a0: tensor<i1>, %a1: tensor<2x1xi32>, %a2: tensor<3xi32>) -> tensor<2x3xi32> {
  %r0 = chlo.broadcast_select %a0, %a1, %a2 : (tensor<i1>, tensor<2x1xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  return %r0 : tensor<2x3xi32>
}

// run: true, [[1], [2]], [7, 8, 9]
// => [[1, 1, 1], [2, 2, 2]]

// run: false, [[1], [2]], [7, 8, 9]
// => [[7, 8, 9], [7, 8, 9]]
