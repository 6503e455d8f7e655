// Programs of test_reduce.py: `stablehlo-reduce`: commands, crashes, files, and what a user can get wrong.

// -----
// program
func.func @main(%x: tensor<8xf64>) -> tensor<8xf64> {
  %a = stablehlo.abs %x : tensor<8xf64>
  %b = stablehlo.tanh %a : tensor<8xf64>
  %c = stablehlo.negate %b : tensor<8xf64>
  return %c : tensor<8xf64>
}


// -----
// counted
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %a = stablehlo.multiply %x, %y : tensor<2xi32>
  %b = stablehlo.add %a, %a : tensor<2xi32>
  %c = stablehlo.abs %b : tensor<2xi32>
  return %c : tensor<2xi32>
}

