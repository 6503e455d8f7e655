// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.compare GE, %x, %z : (tensor<i8>, tensor<i8>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: logistic(0.0) may lie below 0.5.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f32>
  %l = stablehlo.logistic %f : tensor<f32>
  %h = stablehlo.constant dense<0.5> : tensor<f32>
  %r = stablehlo.compare GE, %l, %h : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
