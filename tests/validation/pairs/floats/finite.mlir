// before
func.func @main(%x: tensor<f16>) -> tensor<i1> {
  %r = stablehlo.is_finite %x : (tensor<f16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: The difference of an infinity and itself is NaN.
func.func @main(%x: tensor<f16>) -> tensor<i1> {
  %d = stablehlo.subtract %x, %x : tensor<f16>
  %z = stablehlo.constant dense<0.0> : tensor<f16>
  %r = stablehlo.compare EQ, %d, %z : (tensor<f16>, tensor<f16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: 65504.0 is the largest.
func.func @main(%x: tensor<f16>) -> tensor<i1> {
  %a = stablehlo.abs %x : tensor<f16>
  %m = stablehlo.constant dense<65504.0> : tensor<f16>
  %r = stablehlo.compare LE, %a, %m : (tensor<f16>, tensor<f16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: NaN is not finite.
func.func @main(%x: tensor<f16>) -> tensor<i1> {
  %a = stablehlo.abs %x : tensor<f16>
  %m = stablehlo.constant dense<0x7C00> : tensor<f16>
  %r = stablehlo.compare NE, %a, %m : (tensor<f16>, tensor<f16>) -> tensor<i1>
  return %r : tensor<i1>
}
