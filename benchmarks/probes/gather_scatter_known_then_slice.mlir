func.func public @main(%x: tensor<4xf32>) -> tensor<1xf32> {
  %i = stablehlo.constant dense<[[2]]> : tensor<1x1xi32>
  %c = stablehlo.constant dense<[7.0]> : tensor<1xf32>
  %s = "stablehlo.scatter"(%x, %i, %c) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<4xf32>, tensor<1x1xi32>, tensor<1xf32>) -> tensor<4xf32>
  %r = stablehlo.slice %s [2:3] : (tensor<4xf32>) -> tensor<1xf32>
  return %r : tensor<1xf32>
}
