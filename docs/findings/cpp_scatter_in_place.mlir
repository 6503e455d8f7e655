// tool: StableHLO's C++ interpreter, of jaxlib 0.10.2
// call: the C++ interpreter
// title: A scatter writes into its operand, which other ops read, too
// sentence: The results are "equal to `inputs` tensors except that several slices [...] are updated" (spec: scatter); the inputs are values, which no op changes.
// arguments: dense<[4, 5]> : tensor<2xi32>
// given: dense<[9, 5]> : tensor<2xi32>, dense<[9, 5]> : tensor<2xi32>
// until: 0.11.0

func.func @before(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>) {
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  %u = stablehlo.constant dense<9> : tensor<i32>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    stablehlo.return %new : tensor<i32>
  }) : (tensor<2xi32>, tensor<1xi32>, tensor<i32>) -> tensor<2xi32>
  return %x, %r : tensor<2xi32>, tensor<2xi32>
}
