// before
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %o = stablehlo.constant dense<1.0> : tensor<f8E5M2>
  %r = stablehlo.multiply %x, %o : tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
// ----- right: The sign of -0.0 is -0.0, and that of NaN is NaN.
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %s = stablehlo.sign %x : tensor<f8E5M2>
  %a = stablehlo.abs %x : tensor<f8E5M2>
  %r = stablehlo.multiply %s, %a : tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
// ----- wrong: The root of a square that overflows or vanishes.
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %s = stablehlo.sign %x : tensor<f8E5M2>
  %q = stablehlo.multiply %x, %x : tensor<f8E5M2>
  %a = stablehlo.sqrt %q : tensor<f8E5M2>
  %r = stablehlo.multiply %s, %a : tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
