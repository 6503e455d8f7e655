// tool: StableHLO, of jaxlib 0.5.0
// call: stablehlo-aggressive-simplification,stablehlo-aggressive-folder
// title: A comparison and a selection become a maximum, which is NaN where the comparison was false
// sentence: `compare` of a NaN is false (spec: compare, IEEE 754), so the constant is selected; `maximum` propagates NaN (spec: maximum).
// arguments: dense<0x7FC00000> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %p = stablehlo.compare GT, %x, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.select %p, %x, %z : tensor<i1>, tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.maximum %arg0, %cst : tensor<f32>
  return %0 : tensor<f32>
}
