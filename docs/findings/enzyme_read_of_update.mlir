// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A read at the start of an update becomes a slice of the update, although both starts are clamped differently
// sentence: Starts are clamped by the size of what is written, and by the size of what is read (spec: dynamic_update_slice, dynamic_slice).
// arguments: dense<0> : tensor<2x2xi32>, dense<[[0, -1]]> : tensor<1x2xi32>, dense<1> : tensor<i32>

func.func @before(%x: tensor<2x2xi32>, %u: tensor<1x2xi32>, %i: tensor<i32>) -> tensor<1x1xi32> {
  %w = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<2x2xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  %r = stablehlo.dynamic_slice %w, %i, %i, sizes = [1, 1] : (tensor<2x2xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
  return %r : tensor<1x1xi32>
}

func.func @after(%arg0: tensor<2x2xi32>, %arg1: tensor<1x2xi32>, %arg2: tensor<i32>) -> tensor<1x1xi32> {
  %0 = stablehlo.slice %arg1 [0:1, 0:1] : (tensor<1x2xi32>) -> tensor<1x1xi32>
  return %0 : tensor<1x1xi32>
}
