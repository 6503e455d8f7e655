// before
func.func @main(%x: tensor<f8E5M2>) -> tensor<i1> {
  %r = stablehlo.is_finite %x : (tensor<f8E5M2>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: The difference of an infinity and itself is NaN.
func.func @main(%x: tensor<f8E5M2>) -> tensor<i1> {
  %d = stablehlo.subtract %x, %x : tensor<f8E5M2>
  %z = stablehlo.constant dense<0.0> : tensor<f8E5M2>
  %r = stablehlo.compare EQ, %d, %z : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: 57344.0 is the largest.
func.func @main(%x: tensor<f8E5M2>) -> tensor<i1> {
  %a = stablehlo.abs %x : tensor<f8E5M2>
  %m = stablehlo.constant dense<57344.0> : tensor<f8E5M2>
  %r = stablehlo.compare LE, %a, %m : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: NaN is not finite.
func.func @main(%x: tensor<f8E5M2>) -> tensor<i1> {
  %a = stablehlo.abs %x : tensor<f8E5M2>
  %m = stablehlo.constant dense<0x7C> : tensor<f8E5M2>
  %r = stablehlo.compare NE, %a, %m : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
  return %r : tensor<i1>
}
