// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: sqrt(x * x) becomes |x|: infinity becomes 1e30
// sentence: The square overflows to infinity, and so is its root (spec: multiply, sqrt, IEEE 754).
// arguments: dense<1.000000e+30> : tensor<f32>
// given: dense<1.000000e+30> : tensor<f32>
// until: 0.11.2

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.multiply %x, %x : tensor<f32>
  %r = stablehlo.sqrt %a : tensor<f32>
  return %r : tensor<f32>
}
