// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: constant_folding
// title: The minimum of 0 and -0 is 0 where a constant is reduced
// sentence: -0 is less than +0 to `minimum` (spec: minimum, IEEE 754), in whatever order it is reduced. As an argument it gives -0.
// given: dense<0.000000e+00> : tensor<f32>

func.func @before() -> tensor<f32> {
  %x = stablehlo.constant dense<[0.000000e+00, -0.000000e+00]> : tensor<2xf32>
  %i = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %r = stablehlo.reduce(%x init: %i) applies stablehlo.minimum across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
