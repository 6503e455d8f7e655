// Programs of test_opt.py: `stablehlo-opt`: options, streams, and what a user can get wrong.

// -----
// program
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {
  %sum = stablehlo.add %x, %x : tensor<2xf32>
  return %sum : tensor<2xf32>
}

