// before
func.func @main(%x: tensor<2x3xi32>, %y: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
// ----- right: The transposed product of the transposed factors.
func.func @main(%x: tensor<2x3xi32>, %y: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %a = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %b = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %d = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  %r = stablehlo.transpose %d, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
// ----- wrong: Not transposed.
func.func @main(%x: tensor<2x3xi32>, %y: tensor<3x2xi32>) -> tensor<2x2xi32> {
  %a = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %b = stablehlo.transpose %y, dims = [1, 0] : (tensor<3x2xi32>) -> tensor<2x3xi32>
  %r = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
