// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.abs %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: For the least integer both are itself.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %n = stablehlo.negate %x : tensor<i32>
  %r = stablehlo.maximum %x, %n : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The least integer becomes the greatest.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %m = stablehlo.constant dense<-2147483647> : tensor<i32>
  %c = stablehlo.maximum %x, %m : tensor<i32>
  %r = stablehlo.abs %c : tensor<i32>
  return %r : tensor<i32>
}
