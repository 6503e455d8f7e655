// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The padding of a convolution is not multiplied: 0 times infinity is 0
// sentence: The padding holds zeros, and 0 times infinity is NaN (spec: convolution, dot_general, IEEE 754).
// arguments: dense<1.000000e+00> : tensor<1x2x1xf32>, dense<0x7F800000> : tensor<1x1x1xf32>
// given: dense<[[[0.000000e+00], [0x7F800000], [0x7F800000]]]> : tensor<1x3x1xf32>

func.func @before(%x: tensor<1x2x1xf32>, %y: tensor<1x1x1xf32>) -> tensor<1x3x1xf32> {
  %r = stablehlo.convolution(%x, %y) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  return %r : tensor<1x3x1xf32>
}
