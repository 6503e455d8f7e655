// tool: XLA on NVIDIA GPU, of jaxlib 0.11.2
// call: XLA with its default options, on platform gpu of JAX 0.11.2
// title: A convolution of integers in groups of the batch, with strides and holes, sums up other elements
// sentence: Each group of the batch is convolved with its own part of the kernel, and dilation puts zeros between the elements (spec: convolution). XLA on CPU gives the same as the specification.
// arguments: dense<[[[0, 0], [0, 100]], [[100, 100], [578485694, -1]]]> : tensor<2x2x2xi32>, dense<1> : tensor<2x2x2xi32>
// given: dense<[[[0, 0]], [[100, 100]], [[578485893, 578485893]]]> : tensor<3x1x2xi32>

func.func @before(%x: tensor<2x2x2xi32>, %y: tensor<2x2x2xi32>) -> tensor<3x1x2xi32> {
  %r = stablehlo.convolution(%x, %y) dim_numbers = [0, b, f]x[o, i, 0]->[0, b, f], window = {stride = [2], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [1], reverse = [true]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x2x2xi32>, tensor<2x2x2xi32>) -> tensor<3x1x2xi32>
  return %r : tensor<3x1x2xi32>
}
