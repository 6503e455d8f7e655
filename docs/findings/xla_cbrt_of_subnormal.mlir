// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The cube root of every subnormal f32 is one negative number
// sentence: The cube root of a positive number is positive, and that of 1e-40 is 4.64e-14 (spec: cbrt, rootn of IEEE 754). A subnormal number that is taken for zero would give 0.
// arguments: dense<[9.99994E-41, -9.99994E-41]> : tensor<2xf32>
// given: dense<-5.59517354E-16> : tensor<2xf32>

func.func @before(%x: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.cbrt %x : tensor<2xf32>
  return %r : tensor<2xf32>
}
