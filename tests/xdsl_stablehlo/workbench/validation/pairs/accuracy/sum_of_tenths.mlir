// before
func.func @main() -> tensor<i1> {
  %a = stablehlo.constant dense<0.1> : tensor<f64>
  %b = stablehlo.constant dense<0.2> : tensor<f64>
  %r = stablehlo.constant dense<false> : tensor<i1>
  return %r : tensor<i1>
}
// ----- right: 0.1 + 0.2 is the neighbour of 0.3 in f64.
func.func @main() -> tensor<i1> {
  %a = stablehlo.constant dense<0.1> : tensor<f64>
  %b = stablehlo.constant dense<0.2> : tensor<f64>
  %c = stablehlo.constant dense<0.3> : tensor<f64>
  %s = stablehlo.add %a, %b : tensor<f64>
  %r = stablehlo.compare EQ, %s, %c : (tensor<f64>, tensor<f64>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: In f32 it is 0.3.
func.func @main() -> tensor<i1> {
  %a = stablehlo.constant dense<0.1> : tensor<f32>
  %b = stablehlo.constant dense<0.2> : tensor<f32>
  %c = stablehlo.constant dense<0.3> : tensor<f32>
  %s = stablehlo.add %a, %b : tensor<f32>
  %r = stablehlo.compare EQ, %s, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
