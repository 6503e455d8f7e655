// before
func.func @main(%x: tensor<i16>) -> tensor<i16> {
  %z = stablehlo.constant dense<0> : tensor<i16>
  %r = stablehlo.add %x, %z : tensor<i16>
  return %r : tensor<i16>
}
// ----- right: Every i16 is an f32.
func.func @main(%x: tensor<i16>) -> tensor<i16> {
  %f = stablehlo.convert %x : (tensor<i16>) -> tensor<f32>
  %r = stablehlo.convert %f : (tensor<f32>) -> tensor<i16>
  return %r : tensor<i16>
}
// ----- wrong: Not every i16 is an f16.
func.func @main(%x: tensor<i16>) -> tensor<i16> {
  %f = stablehlo.convert %x : (tensor<i16>) -> tensor<f16>
  %r = stablehlo.convert %f : (tensor<f16>) -> tensor<i16>
  return %r : tensor<i16>
}
