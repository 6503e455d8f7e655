// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: 0.0 - x becomes -x: that of 0 is -0
// sentence: 0 - 0 is +0 (spec: subtract, IEEE 754), and the negation of 0 is -0 (spec: negate).
// arguments: dense<0.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.subtract %z, %x : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.negate %arg0 : tensor<f32>
  return %0 : tensor<f32>
}
