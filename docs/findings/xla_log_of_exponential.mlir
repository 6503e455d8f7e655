// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: log(exp(x)) becomes x: infinity becomes 100
// sentence: exp(100) overflows to infinity, and so is its logarithm (spec: exponential, log, IEEE 754).
// arguments: dense<1.000000e+02> : tensor<f32>
// given: dense<1.000000e+02> : tensor<f32>
// until: 0.11.2

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.exponential %x : tensor<f32>
  %r = stablehlo.log %a : tensor<f32>
  return %r : tensor<f32>
}
