func.func public @main(%x: tensor<1x4x1xi32>) -> tensor<1x3x1xi32> {
  %c = stablehlo.constant dense<0> : tensor<2x1x1xi32>
  %r = stablehlo.convolution(%x, %c) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1xi32>, tensor<2x1x1xi32>) -> tensor<1x3x1xi32>
  return %r : tensor<1x3x1xi32>
}
