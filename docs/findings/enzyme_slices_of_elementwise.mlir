// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: Two dynamic slices of one value become a static slice of the larger one, whose start was clamped further
// sentence: `start_indices` are clamped to what leaves room for the slice (spec: dynamic_slice), so that starts of slices of other sizes are other ones.
// arguments: dense<[[0], [1]]> : tensor<2x1xi32>, dense<1> : tensor<i32>

func.func @before(%x: tensor<2x1xi32>, %i: tensor<i32>) -> (tensor<2x1xi32>, tensor<1x1xi32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.add %x, %x : tensor<2x1xi32>
  %a = stablehlo.dynamic_slice %s, %i, %z, sizes = [2, 1] : (tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
  %b = stablehlo.dynamic_slice %s, %i, %z, sizes = [1, 1] : (tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
  return %a, %b : tensor<2x1xi32>, tensor<1x1xi32>
}

func.func @after(%arg0: tensor<2x1xi32>, %arg1: tensor<i32>) -> (tensor<2x1xi32>, tensor<1x1xi32>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [2, 1] : (tensor<2x1xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
  %1 = stablehlo.add %0, %0 : tensor<2x1xi32>
  %2 = stablehlo.slice %1 [0:1, 0:1] : (tensor<2x1xi32>) -> tensor<1x1xi32>
  return %1, %2 : tensor<2x1xi32>, tensor<1x1xi32>
}
