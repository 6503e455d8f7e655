// Programs of test_shape_ops.py: The ops of `shape` around broadcasts of unknown sizes: text as in C++.

// -----
// program
func.func @main(%a: tensor<?xf32>, %b: tensor<2x1xf32>) -> tensor<2x?xf32> {
  %0 = shape.const_shape [2, 1] : tensor<2xindex>
  %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %1, %0 : tensor<1xindex>, tensor<2xindex>
  %3 = shape.assuming %2 -> (tensor<2x?xf32>) {
    %4 = shape.broadcast %1, %0 : tensor<1xindex>, tensor<2xindex> -> tensor<2xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %a, %4, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<2x?xf32>
    shape.assuming_yield %5 : tensor<2x?xf32>
  }
  return %3 : tensor<2x?xf32>
}
