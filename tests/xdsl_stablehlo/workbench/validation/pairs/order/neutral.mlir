// before
func.func @main(%x: tensor<4xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: Sums that wrap around do not depend on the order.
func.func @main(%x: tensor<4xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %v = stablehlo.reverse %x, dims = [0] : tensor<4xi32>
  %r = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: -1 is neutral for and.
func.func @main(%x: tensor<4xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<-1> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
