// before
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<9> : tensor<i8>
  %r = stablehlo.shift_right_arithmetic %x, %c : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: Behind all bits there is the sign.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<7> : tensor<i8>
  %r = stablehlo.shift_right_arithmetic %x, %c : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: An amount is read as unsigned: -1 is 255.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<-1> : tensor<i8>
  %r = stablehlo.shift_right_arithmetic %x, %c : tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: Behind all bits there is the sign, and not the argument shifted by 9 - 8.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %c = stablehlo.constant dense<1> : tensor<i8>
  %r = stablehlo.shift_right_arithmetic %x, %c : tensor<i8>
  return %r : tensor<i8>
}
// ----- wrong: That is the logical shift.
func.func @main(%x: tensor<i8>) -> tensor<i8> {
  %r = stablehlo.constant dense<0> : tensor<i8>
  return %r : tensor<i8>
}
