// before
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong, out of reach: Nothing says that a sine is at most 1.
func.func @main(%x: tensor<i8>) -> tensor<i1> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f32>
  %s = stablehlo.sine %f : tensor<f32>
  %a = stablehlo.abs %s : tensor<f32>
  %o = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.compare LE, %a, %o : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r : tensor<i1>
}
