// tool: StableHLO, of jaxlib 0.5.0
// call: stablehlo-aggressive-simplification,stablehlo-aggressive-folder
// title: x + 0.0 becomes x, which is -0 for -0
// sentence: The sum of zeros of other signs is +0 (spec: add, IEEE 754).
// arguments: dense<-0.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.add %x, %z : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
