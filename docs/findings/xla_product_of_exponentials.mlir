// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: exp(x) * exp(y) becomes exp(x + y): NaN becomes 0
// sentence: exp(100) overflows, exp(-200) vanishes, and infinity times 0 is NaN (spec: exponential, multiply, IEEE 754).
// arguments: dense<1.000000e+02> : tensor<f32>, dense<-2.000000e+02> : tensor<f32>
// given: dense<0.000000e+00> : tensor<f32>
// until: 0.11.2

func.func @before(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.exponential %x : tensor<f32>
  %b = stablehlo.exponential %y : tensor<f32>
  %r = stablehlo.multiply %a, %b : tensor<f32>
  return %r : tensor<f32>
}
