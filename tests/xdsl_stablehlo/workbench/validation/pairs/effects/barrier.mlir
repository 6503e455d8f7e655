// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %a, %b = stablehlo.optimization_barrier %x, %y : tensor<i32>, tensor<i32>
  %r = stablehlo.subtract %a, %b : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The barrier gives its operands.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.subtract %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: In their order.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %b, %a = stablehlo.optimization_barrier %x, %y : tensor<i32>, tensor<i32>
  %r = stablehlo.subtract %a, %b : tensor<i32>
  return %r : tensor<i32>
}
