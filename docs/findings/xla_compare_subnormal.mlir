// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The smallest positive number is not greater than 0
// sentence: Subnormal numbers are numbers (spec: compare, IEEE 754). Programs run with all of them taken for zeros; as a constant it is folded to true.
// arguments: dense<1.401298e-45> : tensor<f32>
// given: dense<false> : tensor<i1>

func.func @before(%x: tensor<f32>) -> tensor<i1> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.compare GT, %x, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
