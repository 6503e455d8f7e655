// before
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.add %x, %z : tensor<i64>
  return %r : tensor<i64>
}
// ----- wrong: 2^53 + 1 is no f64.
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %f = stablehlo.convert %x : (tensor<i64>) -> tensor<f64>
  %r = stablehlo.convert %f : (tensor<f64>) -> tensor<i64>
  return %r : tensor<i64>
}
