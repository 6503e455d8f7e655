// Ops whose shapes are operands.

// -----

// Dynamic iota.
func.func @main(%a0: tensor<2xi32>) -> tensor<?x?xf32> {
  %r0 = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}

// run: [2, 3]
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00], [0.000000e+00, 1.000000e+00, 2.000000e+00]]

// -----

// Dynamic iota.
func.func @main(%a0: tensor<2xi64>) -> tensor<?x?xf32> {
  %r0 = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}

// run: [2, 3]
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00], [0.000000e+00, 1.000000e+00, 2.000000e+00]]

// -----

// Dynamic iota.
func.func @main(%a0: tensor<2xui32>) -> tensor<?x?xf32> {
  %r0 = stablehlo.dynamic_iota %a0, dim = 1 : (tensor<2xui32>) -> tensor<?x?xf32>
  return %r0 : tensor<?x?xf32>
}

// run: sample 4
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00], [0.000000e+00, 1.000000e+00, 2.000000e+00]]

// -----

// Dynamic reshape.
func.func @main(%a0: tensor<2x3xi8>, %a1: tensor<2xi32>) -> tensor<?x2xi8> {
  %r0 = stablehlo.dynamic_reshape %a0, %a1 : (tensor<2x3xi8>, tensor<2xi32>) -> tensor<?x2xi8>
  return %r0 : tensor<?x2xi8>
}

// run: iota, [3, 2]
// => [[0, 1], [2, 3], [4, 5]]

// run: iota, [4, 2]
// error: 3:9: 'stablehlo.dynamic_reshape' op cannot make the shape [4, 2] of [2, 3]: 8 elements of 6 (C2) (operands: tensor<2x3xi8>, tensor<2xi32>)

// -----

// Dynamic broadcast in dim.
func.func @main(%a0: tensor<2xi1>, %a1: tensor<2xi64>) -> tensor<?x?xi1> {
  %r0 = stablehlo.dynamic_broadcast_in_dim %a0, %a1, dims = [0] : (tensor<2xi1>, tensor<2xi64>) -> tensor<?x?xi1>
  return %r0 : tensor<?x?xi1>
}

// run: sample 2, [2, 3]
// => [[true, true, true], [false, false, false]]

// -----

// Dynamic pad.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<i32>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) -> tensor<?xi32> {
  %r0 = stablehlo.dynamic_pad %a0, %a1, %a2, %a3, %a4 : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  return %r0 : tensor<?xi32>
}

// run: [1, 2, 3], 9, [1], [-1], [1]
// => [9, 1, 9, 2, 9]

// run: [1, 2, 3], 9, [1], [-1], [-1]
// error: 3:9: 'stablehlo.dynamic_pad' op is given a negative interior padding: [-1] (C3) (operands: tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// run: [1, 2, 3], 9, [1], [-1], [-2]
// error: 3:9: 'stablehlo.dynamic_pad' op is given a negative interior padding: [-2] (C3) (operands: tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// -----

// Dynamic gather.
func.func @main(%a0: tensor<5xi32>, %a1: tensor<2x1xi64>, %a2: tensor<1xi64>) -> tensor<2x?xi32> {
  %r0 = "stablehlo.dynamic_gather"(%a0, %a1, %a2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>}> : (tensor<5xi32>, tensor<2x1xi64>, tensor<1xi64>) -> tensor<2x?xi32>
  return %r0 : tensor<2x?xi32>
}

// run: iota, [[1], [9]], [2]
// => [[1, 2], [3, 4]]

// -----

// Real dynamic slice.
func.func @main(%a0: tensor<5xi32>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> tensor<?xi32> {
  %r0 = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  return %r0 : tensor<?xi32>
}

// run: iota, [1], [5], [2]
// => [1, 3]

// run: iota, [2], [2], [1]
// => 

// -----

// Real dynamic slice refuses what slice does.
func.func @main(%a0: tensor<5xi32>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> tensor<?xi32> {
  %r0 = stablehlo.real_dynamic_slice %a0, %a1, %a2, %a3 : (tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  return %r0 : tensor<?xi32>
}

// run: iota, [-1], [2], [1]
// error: 3:9: 'stablehlo.real_dynamic_slice' op cannot slice [-1:2:1] out of a dimension of size 5 (operands: tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// run: iota, [0], [6], [1]
// error: 3:9: 'stablehlo.real_dynamic_slice' op cannot slice [0:6:1] out of a dimension of size 5 (operands: tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// run: iota, [3], [2], [1]
// error: 3:9: 'stablehlo.real_dynamic_slice' op cannot slice [3:2:1] out of a dimension of size 5 (operands: tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// run: iota, [0], [1], [0]
// error: 3:9: 'stablehlo.real_dynamic_slice' op cannot slice [0:1:0] out of a dimension of size 5 (operands: tensor<5xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)

// -----

// A negative shape is refused.
func.func @main(%a0: tensor<1xi32>) -> tensor<?xf32> {
  %r0 = stablehlo.dynamic_iota %a0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %r0 : tensor<?xf32>
}

// run: [-2]
// error: 3:9: 'stablehlo.dynamic_iota' op is given a shape with a negative size: [-2] (operands: tensor<1xi32>)
