// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = call @elsewhere(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @elsewhere(tensor<i32>, tensor<i32>) -> tensor<i32>
// ----- wrong, out of reach: The arguments of a function that is not here are swapped.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = call @elsewhere(%y, %x) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @elsewhere(tensor<i32>, tensor<i32>) -> tensor<i32>
