// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: Not less becomes greater or equal: NaN is neither
// sentence: An ordered comparison with NaN is false (spec: compare, IEEE 754), so that its negation is true.
// arguments: dense<0.000000e+00> : tensor<f32>, dense<0x7FC00000> : tensor<f32>

func.func @before(%x: tensor<f32>, %y: tensor<f32>) -> tensor<i1> {
  %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %r = stablehlo.not %p : tensor<i1>
  return %r : tensor<i1>
}

func.func @after(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<i1> {
  %0 = stablehlo.compare GE, %arg0, %arg1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}
