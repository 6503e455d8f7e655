// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: (x * c) * 0 becomes x * (c * 0): NaN becomes 0
// sentence: The product by c overflows, and infinity times 0 is NaN (spec: multiply, IEEE 754).
// arguments: dense<3.000000e+38> : tensor<f32>
// given: dense<0.000000e+00> : tensor<f32>
// until: 0.12.0

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %a = stablehlo.multiply %x, %c : tensor<f32>
  %r = stablehlo.multiply %a, %z : tensor<f32>
  return %r : tensor<f32>
}
