// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: The logarithm of an exponential becomes its operand: infinity becomes a number
// sentence: The exponential overflows (spec: exponential, IEEE 754 exp), and the logarithm of infinity is infinite.
// arguments: dense<3.40282347E+38> : tensor<f32>

func.func @before(%x: tensor<f32>) -> tensor<f32> {
  %e = stablehlo.exponential %x : tensor<f32>
  %r = stablehlo.log %e : tensor<f32>
  return %r : tensor<f32>
}

func.func @after(%arg0: tensor<f32>) -> tensor<f32> {
  return %arg0 : tensor<f32>
}
