// before
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.convert %x : (tensor<i32>) -> tensor<f8E4M3FN>
  %1 = stablehlo.compare NE, %0, %0 : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
  return %1 : tensor<i1>
}
// ----- wrong: f8E4M3FN has no infinity, so that 1000 becomes NaN
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  return %0 : tensor<i1>
}
