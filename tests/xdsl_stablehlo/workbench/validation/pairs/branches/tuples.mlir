// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %t = "stablehlo.tuple"(%x, %y) : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>
  %a = "stablehlo.get_tuple_element"(%t) {index = 1 : i32} : (tuple<tensor<i32>, tensor<i32>>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %a, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The second of them.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %y, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The first of them.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
