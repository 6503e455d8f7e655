// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %r = stablehlo.negate %x : tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: -128 / -1 overflows, which leaves the result of a division to the implementation.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %m = stablehlo.constant dense<-1> : tensor<i8>
  %r = stablehlo.divide %x, %m : tensor<i8>
  return %r : tensor<i8>
}
