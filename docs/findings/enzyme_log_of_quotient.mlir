// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-generate-td{patterns=log_simplify},transform-interpreter,enzyme-hlo-remove-transform
// title: log(c / x) becomes log(c) - log(x): NaN for -0 becomes infinity
// sentence: 4 / -0 is -inf (spec: divide, IEEE 754), whose logarithm is NaN; that of -0 is -inf, and log(4) + inf is inf. Likewise log(x * c) becomes log(x) + log(c), which is finite where the product is not.
// arguments: dense<-0.000000e+00> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %q = stablehlo.divide %c, %x : tensor<f32>
  %r = stablehlo.log %q : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %0 = stablehlo.log %cst : tensor<f32>
  %1 = stablehlo.log %arg0 : tensor<f32>
  %2 = stablehlo.subtract %0, %1 : tensor<f32>
  return %2 : tensor<f32>
}
