// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {called_computations = [@g]} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- right, out of reach: The callee is the same but for the names of its values.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {called_computations = [@g]} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @g(%y: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %sum = stablehlo.add %y, %one : tensor<i32>
  return %sum : tensor<i32>
}
// ----- wrong, out of reach: The callee adds 2.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.custom_call @foo(%x) {called_computations = [@g]} : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @g(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.add %x, %c : tensor<i32>
  return %r : tensor<i32>
}
