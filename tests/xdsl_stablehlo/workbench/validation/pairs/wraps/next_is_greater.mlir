// before
func.func @main(%x: tensor<i64>) -> tensor<i1> {
  %m = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %r = stablehlo.compare NE, %x, %m : (tensor<i64>, tensor<i64>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: Behind the greatest comes the least.
func.func @main(%x: tensor<i64>) -> tensor<i1> {
  %o = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.add %x, %o : tensor<i64>
  %r = stablehlo.compare GT, %n, %x : (tensor<i64>, tensor<i64>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: The next is greater, without wrapping around.
func.func @main(%x: tensor<i64>) -> tensor<i1> {
  %r = stablehlo.constant dense<true> : tensor<i1>
  return %r : tensor<i1>
}
