// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: log(exp(x)) may round to the neighbour of x.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f64>
  %e = stablehlo.exponential %f : tensor<f64>
  %l = stablehlo.log %e : tensor<f64>
  %d = stablehlo.subtract %l, %f : tensor<f64>
  %a = stablehlo.abs %d : tensor<f64>
  %o = stablehlo.constant dense<1.0e-9> : tensor<f64>
  %r = stablehlo.compare LT, %a, %o : (tensor<f64>, tensor<f64>) -> tensor<i1>
  return %r : tensor<i1>
}
