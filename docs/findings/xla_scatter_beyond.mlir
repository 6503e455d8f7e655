// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: A window that is not all inside is not scattered at all
// sentence: Of an update each element whose index is inside of the shape is scattered (spec: scatter), and one of the two is.
// arguments: dense<0> : tensor<3xi32>, dense<2> : tensor<1xi32>, dense<[5, 6]> : tensor<2xi32>
// given: dense<0> : tensor<3xi32>

func.func @before(%x: tensor<3xi32>, %i: tensor<1xi32>, %u: tensor<2xi32>) -> tensor<3xi32> {
  %r = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}
