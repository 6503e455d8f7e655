// tool: XLA on CPU, of jaxlib 0.10.2
// call: XLA with its default options
// title: x + 0.0 becomes x where XLA takes StableHLO in: -0 for -0
// sentence: The sum of zeros of other signs is +0 (spec: add, IEEE 754). It is so before the first pass of XLA's pipeline.
// arguments: dense<-0.000000e+00> : tensor<f32>
// given: dense<-0.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.add %x, %z : tensor<f32>
  return %r : tensor<f32>
}
