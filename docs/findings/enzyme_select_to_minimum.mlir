// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A comparison and a selection become a minimum, which is NaN where the comparison was false
// sentence: `compare` of a NaN is false (spec: compare, IEEE 754), so the constant is selected; `minimum` propagates NaN (spec: minimum).
// arguments: dense<0x7FF8000000000000> : tensor<f64>

func.func @before(%x: tensor<f64>) -> tensor<f64> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %p = stablehlo.compare LE, %x, %z : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %r = stablehlo.select %p, %x, %z : tensor<i1>, tensor<f64>
  return %r : tensor<f64>
}

func.func @after(%arg0: tensor<f64>) -> tensor<f64> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
  %0 = stablehlo.minimum %arg0, %cst : tensor<f64>
  return %0 : tensor<f64>
}
