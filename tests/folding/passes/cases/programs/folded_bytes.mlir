// Programs of test_folded_bytes.py: Programs as bytes, folded.

// -----
// program
func.func @main(%w: tensor<2xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %i = stablehlo.iota dim = 0 : tensor<2xf32>
  %two = stablehlo.add %i, %w : tensor<2xf32>
  %r = stablehlo.multiply %x, %two : tensor<2xf32>
  return %r : tensor<2xf32>
}


// -----
// folded
module {
  func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %cst = stablehlo.constant dense<[5.000000e+00, 8.000000e+00]> : tensor<2xf32>
    %0 = stablehlo.multiply %arg0, %cst : tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}


// -----
// properties that a writer did not know are not written
func.func @main(%x: tensor<8xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = chlo.top_k(%x, k = 3) : tensor<8xf32> -> (tensor<3xf32>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}

