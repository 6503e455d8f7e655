// before
func.func @main(%x: tensor<i16>) -> tensor<i16> {
  %z = stablehlo.constant dense<0> : tensor<i16>
  %r = stablehlo.divide %z, %x : tensor<i16>
  return %r : tensor<i16>
}
// ----- right: 0 / x is 0 where it is defined.
func.func @main(%x: tensor<i16>) -> tensor<i16> {
  %r = stablehlo.constant dense<0> : tensor<i16>
  return %r : tensor<i16>
}
