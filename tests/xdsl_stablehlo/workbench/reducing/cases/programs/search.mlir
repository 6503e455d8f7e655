// Programs of test_search.py: The search: what is left, that it is the same for any number of processes, and when it
// ends.

// -----
// program
func.func @main(%x: tensor<8xf64>) -> (tensor<8xf64>, tensor<8xf64>) {
  %a = stablehlo.abs %x : tensor<8xf64>
  %b = stablehlo.tanh %a : tensor<8xf64>
  %c = stablehlo.negate %b : tensor<8xf64>
  %d = stablehlo.add %c, %a : tensor<8xf64>
  return %d, %c : tensor<8xf64>, tensor<8xf64>
}

// -----
// left
module {
  func.func @main(%a: tensor<f32>) -> tensor<f32> {
    %b = stablehlo.tanh %a : tensor<f32>
    return %b : tensor<f32>
  }
}
