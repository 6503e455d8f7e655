// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: 3 * -1431655765 is 1 modulo 2^32.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %b = stablehlo.constant dense<-1431655765> : tensor<i32>
  %m = stablehlo.multiply %x, %a : tensor<i32>
  %r = stablehlo.multiply %m, %b : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The quotient of a product that wraps around is no factor.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.constant dense<3> : tensor<i32>
  %m = stablehlo.multiply %x, %a : tensor<i32>
  %r = stablehlo.divide %m, %a : tensor<i32>
  return %r : tensor<i32>
}
