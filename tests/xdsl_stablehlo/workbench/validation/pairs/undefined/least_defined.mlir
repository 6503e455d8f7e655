// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %m = stablehlo.constant dense<-1> : tensor<i8>
  %r = stablehlo.divide %x, %m : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: It is the quotient for all but -128, for which the quotient may be anything.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %r = stablehlo.negate %x : tensor<i8>
  return %r : tensor<i8>
}
