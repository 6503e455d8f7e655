// before
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %o = stablehlo.constant dense<1.0> : tensor<f16>
  %r = stablehlo.multiply %x, %o : tensor<f16>
  return %r : tensor<f16>
}
// ----- right: The sign of -0.0 is -0.0, and that of NaN is NaN.
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %s = stablehlo.sign %x : tensor<f16>
  %a = stablehlo.abs %x : tensor<f16>
  %r = stablehlo.multiply %s, %a : tensor<f16>
  return %r : tensor<f16>
}
// ----- wrong: The root of a square that overflows or vanishes.
func.func @main(%x: tensor<f16>) -> tensor<f16> {
  %s = stablehlo.sign %x : tensor<f16>
  %q = stablehlo.multiply %x, %x : tensor<f16>
  %a = stablehlo.sqrt %q : tensor<f16>
  %r = stablehlo.multiply %s, %a : tensor<f16>
  return %r : tensor<f16>
}
