// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: x / (y / z) becomes (x * z) / y: what was finite is not
// sentence: `divide` rounds each quotient (spec: divide, IEEE 754); the product overflows by itself.
// arguments: dense<3.000000e+38> : tensor<f32>, dense<3.000000e+38> : tensor<f32>, dense<3.000000e+38> : tensor<f32>
// given: dense<0x7F800000> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.divide %y, %z : tensor<f32>
  %r = stablehlo.divide %x, %a : tensor<f32>
  return %r : tensor<f32>
}
