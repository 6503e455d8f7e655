// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A product of matrices with zeros becomes zeros: 0 times NaN is NaN
// sentence: 0 times NaN and 0 times infinity are NaN (spec: dot_general, multiply, IEEE 754).
// arguments: dense<0x7FC00000> : tensor<1x1xf32>

func.func @before(%x: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<1x1xf32>
  %r = stablehlo.dot_general %z, %x, contracting_dims = [0] x [0] : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

func.func @after(%arg0: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<1x1xf32>
  return %cst : tensor<1x1xf32>
}
