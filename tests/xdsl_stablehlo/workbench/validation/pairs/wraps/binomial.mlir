// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %s = stablehlo.add %x, %y : tensor<i32>
  %r = stablehlo.multiply %s, %s : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: (x + y)^2 is x^2 + 2xy + y^2 modulo 2^32, too.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.multiply %x, %x : tensor<i32>
  %b = stablehlo.multiply %y, %y : tensor<i32>
  %m = stablehlo.multiply %x, %y : tensor<i32>
  %c = stablehlo.add %a, %b : tensor<i32>
  %d = stablehlo.add %m, %m : tensor<i32>
  %r = stablehlo.add %c, %d : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Without 2xy.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.multiply %x, %x : tensor<i32>
  %b = stablehlo.multiply %y, %y : tensor<i32>
  %r = stablehlo.add %a, %b : tensor<i32>
  return %r : tensor<i32>
}
