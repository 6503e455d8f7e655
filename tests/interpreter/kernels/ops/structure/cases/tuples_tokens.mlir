// Tuples, tokens and barriers.

// -----

// Tuple and get tuple element.
func.func @main(%a0: tensor<2xi32>, %a1: tensor<f32>) -> tensor<2xi32> {
  %t = stablehlo.tuple %a0, %a1 : tuple<tensor<2xi32>, tensor<f32>>
  %u = stablehlo.tuple %t, %a1 : tuple<tuple<tensor<2xi32>, tensor<f32>>, tensor<f32>>
  %v = stablehlo.get_tuple_element %u[0] : (tuple<tuple<tensor<2xi32>, tensor<f32>>, tensor<f32>>) -> tuple<tensor<2xi32>, tensor<f32>>
  %r0 = stablehlo.get_tuple_element %v[0] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: [1, 2], 3.0
// => [1, 2]

// -----

// Optimization barrier.
func.func @main(%a0: tensor<2xi32>, %a1: tensor<f32>) -> (tensor<2xi32>, tensor<f32>) {
  %r:2 = stablehlo.optimization_barrier %a0, %a1 : tensor<2xi32>, tensor<f32>
  return %r#0, %r#1 : tensor<2xi32>, tensor<f32>
}

// run: [1, 2], 3.0
// => [1, 2]
// => 3.000000e+00
// cpp: the same
