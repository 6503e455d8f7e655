// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.add %x, %z : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: Every i8 is an f16.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f16>
  %r = stablehlo.convert %f : (tensor<f16>) -> tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: f8E5M2 has three bits.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f8E5M2>
  %r = stablehlo.convert %f : (tensor<f8E5M2>) -> tensor<i8>
  return %r : tensor<i8>
}
