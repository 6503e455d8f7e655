// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: (x * c) * 0 becomes x * (c * 0): NaN becomes 0
// sentence: The product by c overflows, and infinity times 0 is NaN (spec: multiply, IEEE 754).
// arguments: dense<[0.000000e+00, 3.40282347E+38]> : tensor<2xf32>

func.func @before(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
  %z = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %a = stablehlo.multiply %x, %c : tensor<2xf32>
  %r = stablehlo.multiply %a, %z : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @after(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<2xf32>
  %0 = stablehlo.multiply %arg0, %cst : tensor<2xf32>
  return %0 : tensor<2xf32>
}
