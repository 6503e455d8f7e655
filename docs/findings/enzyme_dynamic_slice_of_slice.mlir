// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A dynamic slice of a slice becomes one of the whole, whose start is not clamped to the slice
// sentence: `start_indices` are clamped to the shape of the operand (spec: dynamic_slice), which is that of the slice.
// arguments: dense<[0, 0, 0, 2, 0, 0, 0, 0]> : tensor<8xi32>, dense<-1> : tensor<i32>

func.func @before(%x: tensor<8xi32>, %i: tensor<i32>) -> tensor<2xi32> {
  %s = stablehlo.slice %x [2:6] : (tensor<8xi32>) -> tensor<4xi32>
  %r = stablehlo.dynamic_slice %s, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @after(%arg0: tensor<8xi32>, %arg1: tensor<i32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.add %arg1, %c : tensor<i32>
  %1 = stablehlo.dynamic_slice %arg0, %0, sizes = [2] : (tensor<8xi32>, tensor<i32>) -> tensor<2xi32>
  return %1 : tensor<2xi32>
}
