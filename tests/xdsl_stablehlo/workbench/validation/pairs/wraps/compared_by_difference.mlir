// before
func.func @main(%x: tensor<i16>, %y: tensor<i16>) -> tensor<i1> {
  %r = stablehlo.compare LT, %x, %y : (tensor<i16>, tensor<i16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: In 32 bits the difference does not wrap around.
func.func @main(%x: tensor<i16>, %y: tensor<i16>) -> tensor<i1> {
  %a = stablehlo.convert %x : (tensor<i16>) -> tensor<i32>
  %b = stablehlo.convert %y : (tensor<i16>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %d = stablehlo.subtract %a, %b : tensor<i32>
  %r = stablehlo.compare LT, %d, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: In 16 bits it does.
func.func @main(%x: tensor<i16>, %y: tensor<i16>) -> tensor<i1> {
  %z = stablehlo.constant dense<0> : tensor<i16>
  %d = stablehlo.subtract %x, %y : tensor<i16>
  %r = stablehlo.compare LT, %d, %z : (tensor<i16>, tensor<i16>) -> tensor<i1>
  return %r : tensor<i1>
}
