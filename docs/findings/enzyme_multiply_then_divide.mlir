// tool: Enzyme-JAX 0.0.16
// call: enzyme-hlo-opt
// title: A product and a quotient by constants become one product: what overflowed does not
// sentence: `multiply` and `divide` are IEEE 754's operations (spec: multiply, divide), and the product is already infinite.
// arguments: dense<1.7976931348623157E+308> : tensor<f64>

func.func @before(%x: tensor<f64>) -> tensor<f64> {
  %two = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %four = stablehlo.constant dense<4.000000e+00> : tensor<f64>
  %p = stablehlo.multiply %x, %two : tensor<f64>
  %r = stablehlo.divide %p, %four : tensor<f64>
  return %r : tensor<f64>
}

func.func @after(%arg0: tensor<f64>) -> tensor<f64> {
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
  %0 = stablehlo.multiply %arg0, %cst : tensor<f64>
  return %0 : tensor<f64>
}
