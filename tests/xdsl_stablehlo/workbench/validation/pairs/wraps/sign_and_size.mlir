// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The absolute value of the least integer wraps around, and so does its negation.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.sign %x : tensor<i32>
  %a = stablehlo.abs %x : tensor<i32>
  %r = stablehlo.multiply %s, %a : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Only positive ones.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.sign %x : tensor<i32>
  %a = stablehlo.abs %x : tensor<i32>
  %b = stablehlo.multiply %s, %s : tensor<i32>
  %r = stablehlo.multiply %b, %a : tensor<i32>
  return %r : tensor<i32>
}
