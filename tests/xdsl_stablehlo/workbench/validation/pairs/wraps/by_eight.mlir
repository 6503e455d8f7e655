// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<8> : tensor<i32>
  %r = stablehlo.remainder %x, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The sign is put aside and given back.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %a = stablehlo.abs %x : tensor<i32>
  %m = stablehlo.and %a, %c : tensor<i32>
  %s = stablehlo.sign %x : tensor<i32>
  %r = stablehlo.multiply %m, %s : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The three lowest bits of a negative integer are no remainder.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  %r = stablehlo.and %x, %c : tensor<i32>
  return %r : tensor<i32>
}
