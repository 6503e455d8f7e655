// before
func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The sum without any init value.
func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The init value five times.
func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<10> : tensor<i32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %r = stablehlo.add %s, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Init values add an even number.
func.func @main(%x: tensor<2xi32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
  %r = stablehlo.add %s, %c : tensor<i32>
  return %r : tensor<i32>
}
