// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.outfeed"(%x, %t) <{outfeed_config = "a"}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Nothing is fed.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: What is fed is the sum.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.create_token : !stablehlo.token
  %r = stablehlo.add %x, %x : tensor<i32>
  %u = "stablehlo.outfeed"(%r, %t) <{outfeed_config = "a"}> : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
  return %r : tensor<i32>
}
