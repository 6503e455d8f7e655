// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.add %x, %z : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: bf16 has eight bits.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<bf16>
  %r = stablehlo.convert %f : (tensor<bf16>) -> tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: f8E4M3FN has four.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %f = stablehlo.convert %x : (tensor<i8>) -> tensor<f8E4M3FN>
  %r = stablehlo.convert %f : (tensor<f8E4M3FN>) -> tensor<i8>
  return %r : tensor<i8>
}
