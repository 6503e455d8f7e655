// before
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) {window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- right: Each element and the one before it, of which the first has none.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.pad %x, %z, low = [1], high = [-1], interior = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %r = stablehlo.add %x, %p : tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- wrong: The first and the last are no neighbours.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %a = stablehlo.slice %x [3:4] : (tensor<4xi32>) -> tensor<1xi32>
  %b = stablehlo.slice %x [0:3] : (tensor<4xi32>) -> tensor<3xi32>
  %p = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %r = stablehlo.add %x, %p : tensor<4xi32>
  return %r : tensor<4xi32>
}
