// constant and constant_like.

// -----

// Constant like (3.2 : f32-f32-expected0).
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r0 = "chlo.constant_like"(%a0) <{value = 3.200000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// run: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
// => 3.200000e+00

// -----

// Constant like (0.1 : f64-f64-0.1).
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %r0 = "chlo.constant_like"(%a0) <{value = 1.000000e-01 : f64}> : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %r0 : tensor<2x3xf64>
}

// run: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
// => 1.000000e-01

// -----

// Constant like (-1 : i8-i8--1).
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xi8> {
  %r0 = "chlo.constant_like"(%a0) <{value = -1 : i8}> : (tensor<2x3xf32>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// run: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
// => -1

// -----

// Constant like (200 : ui8-ui8-200).
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xui8> {
  %r0 = "chlo.constant_like"(%a0) <{value = 200 : ui8}> : (tensor<2x3xf32>) -> tensor<2x3xui8>
  return %r0 : tensor<2x3xui8>
}

// run: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
// => 200

// -----

// Constant like (true-i1-True).
func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %r0 = "chlo.constant_like"(%a0) <{value = true}> : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %r0 : tensor<2x3xi1>
}

// run: [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
// => true

// -----

// Constant.
func.func @main() -> tensor<3xi32> {
  %r0 = chlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run:
// => [1, 2, 3]
