// before
func.func @main(%x: tensor<f64>) -> tensor<i1> {
  %r = stablehlo.constant dense<false> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: The double 0.1 is not of 24 bits, but 0.1 rounded to them has a double, too.
func.func @main(%x: tensor<f64>) -> tensor<i1> {
  %c = stablehlo.constant dense<0.1> : tensor<f32>
  %y = stablehlo.convert %x : (tensor<f64>) -> tensor<f32>
  %p = stablehlo.compare EQ, %y, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %d = stablehlo.convert %y : (tensor<f32>) -> tensor<f64>
  %q = stablehlo.compare EQ, %x, %d : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %r = stablehlo.and %p, %q : tensor<i1>
  return %r : tensor<i1>
}
