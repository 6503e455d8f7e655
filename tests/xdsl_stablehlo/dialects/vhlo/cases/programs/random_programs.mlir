// Programs of test_random_programs.py: Random programs as the C++ library writes them, for random versions: the same
// verdict and the same bytes.

// -----
// windows of scalars
func.func @main(%a: tensor<3x2xf32>, %b: tensor<2x1xf32>, %x: tensor<f32>) -> (tensor<3x1xf32>, tensor<f32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[b, f], window = {}
  {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
  : (tensor<3x2xf32>, tensor<2x1xf32>) -> tensor<3x1xf32>
  %1 = "stablehlo.reduce_window"(%x, %x) ({
  ^bb0(%y: tensor<f32>, %z: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) {window_dimensions = array<i64>} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<3x1xf32>, tensor<f32>
}
