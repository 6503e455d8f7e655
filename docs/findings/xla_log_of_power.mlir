// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// right_without: algsimp
// title: log(pow(x, y)) becomes y * log(|x|): NaN becomes 3 * log(2)
// sentence: The cube of -2 is -8, whose logarithm is NaN (spec: power, log, IEEE 754).
// arguments: dense<-2.000000e+00> : tensor<f32>, dense<3.000000e+00> : tensor<f32>
// given: dense<2.07944155> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %a = stablehlo.power %x, %y : tensor<f32>
  %r = stablehlo.log %a : tensor<f32>
  return %r : tensor<f32>
}
