// before
func.func @main(%x: tensor<2xf16>) -> tensor<2xf16> {
  %o = stablehlo.constant dense<1.0> : tensor<2xf16>
  %r = stablehlo.multiply %x, %o : tensor<2xf16>
  return %r : tensor<2xf16>
}
// ----- right: -0.0 is neutral.
func.func @main(%x: tensor<2xf16>) -> tensor<2xf16> {
  %z = stablehlo.constant dense<-0.0> : tensor<2xf16>
  %r = stablehlo.add %x, %z : tensor<2xf16>
  return %r : tensor<2xf16>
}
// ----- right: So is taking 0.0 away.
func.func @main(%x: tensor<2xf16>) -> tensor<2xf16> {
  %z = stablehlo.constant dense<0.0> : tensor<2xf16>
  %r = stablehlo.subtract %x, %z : tensor<2xf16>
  return %r : tensor<2xf16>
}
// ----- wrong: -0.0 + 0.0 is 0.0.
func.func @main(%x: tensor<2xf16>) -> tensor<2xf16> {
  %z = stablehlo.constant dense<0.0> : tensor<2xf16>
  %r = stablehlo.add %x, %z : tensor<2xf16>
  return %r : tensor<2xf16>
}
