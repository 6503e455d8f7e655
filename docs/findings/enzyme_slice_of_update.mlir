// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A slice is taken for untouched by an update whose start is clamped into it
// sentence: `start_indices` are clamped to what leaves room for the update (spec: dynamic_update_slice): an update as large as the operand replaces all of it.
// arguments: dense<0> : tensor<2x3xi32>, dense<[[0, 0, 0], [0, 1, 0]]> : tensor<2x3xi32>, dense<0> : tensor<i32>

func.func @before(%x: tensor<2x3xi32>, %u: tensor<2x3xi32>, %i: tensor<i32>) -> tensor<1x2xi32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %w = stablehlo.dynamic_update_slice %x, %u, %two, %i : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> tensor<2x3xi32>
  %r = stablehlo.slice %w [1:2, 0:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  return %r : tensor<1x2xi32>
}

func.func @after(%arg0: tensor<2x3xi32>, %arg1: tensor<2x3xi32>, %arg2: tensor<i32>) -> tensor<1x2xi32> {
  %0 = stablehlo.slice %arg0 [1:2, 0:2] : (tensor<2x3xi32>) -> tensor<1x2xi32>
  return %0 : tensor<1x2xi32>
}
