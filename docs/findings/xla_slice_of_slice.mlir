// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: A dynamic slice of a dynamic slice becomes one, whose start is not clamped to the first
// sentence: `start_indices` are clamped to the shape of the operand (spec: dynamic_slice), which is that of the first slice: 3 becomes 2.
// arguments: dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi32>, dense<0> : tensor<i32>, dense<3> : tensor<i32>
// given: dense<[3, 4]> : tensor<2xi32>
// until: 0.12.0

func.func @before(%x: tensor<8xi32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2xi32> {
  %s = stablehlo.dynamic_slice %x, %i, sizes = [4] : (tensor<8xi32>, tensor<i32>) -> tensor<4xi32>
  %r = stablehlo.dynamic_slice %s, %j, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
