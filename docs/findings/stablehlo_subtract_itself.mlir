// tool: StableHLO, of jaxlib 0.5.0
// call: stablehlo-aggressive-simplification,stablehlo-aggressive-folder
// title: x - x becomes 0, also for NaN and infinity
// sentence: NaN minus NaN and infinity minus infinity are NaN (spec: subtract, IEEE 754).
// arguments: dense<0x7FC00000> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.subtract %x, %x : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  return %cst : tensor<f32>
}
