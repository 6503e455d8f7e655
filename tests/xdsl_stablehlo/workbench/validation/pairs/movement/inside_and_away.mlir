// before
func.func @main(%x: tensor<3xi32>, %z: tensor<i32>) -> tensor<4xi32> {
  %r = stablehlo.pad %x, %z, low = [-1], high = [0], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- right: x0 z x1 z x2 without x0.
func.func @main(%x: tensor<3xi32>, %z: tensor<i32>) -> tensor<4xi32> {
  %s = stablehlo.slice %x [1:3] : (tensor<3xi32>) -> tensor<2xi32>
  %r = stablehlo.pad %s, %z, low = [1], high = [0], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// ----- wrong: x1 z x2 z.
func.func @main(%x: tensor<3xi32>, %z: tensor<i32>) -> tensor<4xi32> {
  %s = stablehlo.slice %x [1:3] : (tensor<3xi32>) -> tensor<2xi32>
  %r = stablehlo.pad %s, %z, low = [0], high = [1], interior = [1] : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
