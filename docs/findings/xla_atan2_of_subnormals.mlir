// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: atan2 of two subnormal numbers is NaN
// sentence: The angle of (x, x) is a quarter of pi for every positive x (spec: atan2, IEEE 754). Subnormal numbers that are taken for zeros would give 0, as two zeros do.
// arguments: dense<[9.99994E-41, 0.000000e+00]> : tensor<2xf32>
// given: dense<[0x7FC00000, 0.000000e+00]> : tensor<2xf32>

func.func @before(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.atan2 %x, %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
