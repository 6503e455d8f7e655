// before
func.func @main(%x: tensor<6xi32>, %u: tensor<2xi32>, %i: tensor<i32>) -> tensor<6xi32> {
  %r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}
// ----- right: Starts are clamped to 0 and 4.
func.func @main(%x: tensor<6xi32>, %u: tensor<2xi32>, %i: tensor<i32>) -> tensor<6xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<4> : tensor<i32>
  %c = stablehlo.clamp %l, %i, %h : tensor<i32>
  %r = stablehlo.dynamic_update_slice %x, %u, %c : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}
// ----- wrong: A slice that was clamped and written back is where it was, but of the argument.
func.func @main(%x: tensor<6xi32>, %u: tensor<2xi32>, %i: tensor<i32>) -> tensor<6xi32> {
  %s = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<6xi32>, tensor<i32>) -> tensor<2xi32>
  %r = stablehlo.dynamic_update_slice %x, %s, %i : (tensor<6xi32>, tensor<2xi32>, tensor<i32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}
