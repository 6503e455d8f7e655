// before
func.func @main(%x: tensor<0xi32>) -> tensor<i32> {
  %r = stablehlo.constant dense<3> : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Of nothing, the sum is the init value any number of times.
func.func @main(%x: tensor<0xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<0xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
