// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A power of -0.5 becomes a reciprocal square root: that of -0 is -inf
// sentence: `power` of -0 and a negative number that is no odd integer is +inf (spec: power, IEEE 754 pow); `rsqrt` of -0 is -inf (rSqrt).
// arguments: dense<-0.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %h = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
  %r = stablehlo.power %x, %h : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.rsqrt %arg0 : tensor<f32>
  return %0 : tensor<f32>
}
