// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.divide %z, %x : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: 0 / x is 0 where it is defined.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %r = stablehlo.constant dense<0> : tensor<i8>
  return %r : tensor<i8>
}
