// Programs of test_page.py: The page of a split: its picture has what crosses, and lines from what it is computed
// from to what reads it.

// -----
// program
func.func @main(%w: tensor<64x32xf32>, %v: tensor<32xf32>, %u: tensor<8xi32>, %x: tensor<64xf32>,
%key: tensor<64x32xf32> {jax.arg_info = "x['<key>']"}) -> (tensor<64x32xf32>, tensor<32xf32>) {
  %0 = stablehlo.exponential %w : tensor<64x32xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x32xf32>
  %3 = stablehlo.subtract %2, %key : tensor<64x32xf32>
  %4 = stablehlo.abs %v : tensor<32xf32>
  return %3, %4 : tensor<64x32xf32>, tensor<32xf32>
}


// -----
// the page says why ops stay
func.func @main(%w: tensor<4xi8>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.convert %w : (tensor<4xi8>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}
