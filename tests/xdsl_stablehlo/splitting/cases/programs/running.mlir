// Programs of test_running.py: Running setup for files: the same bytes however it is run, interrupted and taken up,
// and nothing stale is taken.

// -----
// program
func.func @main(%a: tensor<64x32xf32>, %b: tensor<32x16xbf16>, %g: tensor<32xf32>, %u: tensor<8xi32>,
%x: tensor<64xf32>) -> (tensor<64x32xf32>, tensor<32x16xbf16>, tensor<32xf32>, tensor<64xf32>) {
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.abs %a : tensor<64x32xf32>
  %1 = stablehlo.reduce(%0 init: %inf) applies stablehlo.maximum across dimensions = [0, 1]
  : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
  %3 = stablehlo.divide %a, %2 : tensor<64x32xf32>
  %4 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<32xf32>) -> tensor<64x32xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<64x32xf32>
  %6 = stablehlo.exponential %5 : tensor<64x32xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1]
  : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %9 = stablehlo.divide %6, %8 : tensor<64x32xf32>
  %y = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %10 = stablehlo.add %9, %y : tensor<64x32xf32>
  %11 = stablehlo.tanh %b : tensor<32x16xbf16>
  %12 = stablehlo.add %7, %x : tensor<64xf32>
  return %10, %11, %g, %12 : tensor<64x32xf32>, tensor<32x16xbf16>, tensor<32xf32>, tensor<64xf32>
}

