// before
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %z = stablehlo.constant dense<-0.0> : tensor<f8E5M2>
  %r = stablehlo.add %x, %z : tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
// ----- right: f16 has more bits in both parts.
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %f = stablehlo.convert %x : (tensor<f8E5M2>) -> tensor<f16>
  %r = stablehlo.convert %f : (tensor<f16>) -> tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
// ----- wrong: f8E4M3FN has no infinity.
func.func @main(%x: tensor<f8E5M2>) -> tensor<f8E5M2> {
  %f = stablehlo.convert %x : (tensor<f8E5M2>) -> tensor<f8E4M3FN>
  %r = stablehlo.convert %f : (tensor<f8E4M3FN>) -> tensor<f8E5M2>
  return %r : tensor<f8E5M2>
}
