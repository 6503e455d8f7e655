// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: The sign of -0 is +0 where it is a constant
// sentence: The sign of -0 is -0 (spec: sign); as an argument it is. It is folded where XLA takes StableHLO in.
// given: dense<0.000000e+00> : tensor<f32>

func.func @before() -> tensor<f32> {
  %x = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
  %r = stablehlo.sign %x : tensor<f32>
  return %r : tensor<f32>
}
