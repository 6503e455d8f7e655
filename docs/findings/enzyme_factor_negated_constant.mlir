// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: x * 3 + x * -3 becomes (x - x) * 3: NaN where the products are infinite becomes 0
// sentence: Both products overflow, and the sum of infinities of other signs is NaN (spec: multiply, add, IEEE 754).
// arguments: dense<3.40282347E+38> : tensor<1xf32>

func.func @before(%x: tensor<1xf32>) -> tensor<1xf32> {
  %c = stablehlo.constant dense<3.000000e+00> : tensor<1xf32>
  %n = stablehlo.constant dense<-3.000000e+00> : tensor<1xf32>
  %a = stablehlo.multiply %x, %c : tensor<1xf32>
  %b = stablehlo.multiply %x, %n : tensor<1xf32>
  %r = stablehlo.add %a, %b : tensor<1xf32>
  return %r : tensor<1xf32>
}

func.func @after(%arg0: tensor<1xf32>) -> tensor<1xf32> {
  %cst = stablehlo.constant dense<3.000000e+00> : tensor<1xf32>
  %0 = stablehlo.subtract %arg0, %arg0 : tensor<1xf32>
  %1 = stablehlo.multiply %0, %cst : tensor<1xf32>
  return %1 : tensor<1xf32>
}
