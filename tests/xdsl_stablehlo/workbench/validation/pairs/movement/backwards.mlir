// before
func.func @main(%x: tensor<3xi32>, %y: tensor<2xi32>) -> tensor<5xi32> {
  %c = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xi32>, tensor<2xi32>) -> tensor<5xi32>
  %r = stablehlo.reverse %c, dims = [0] : tensor<5xi32>
  return %r : tensor<5xi32>
}
// ----- right: Both backwards, the last first.
func.func @main(%x: tensor<3xi32>, %y: tensor<2xi32>) -> tensor<5xi32> {
  %a = stablehlo.reverse %x, dims = [0] : tensor<3xi32>
  %b = stablehlo.reverse %y, dims = [0] : tensor<2xi32>
  %r = stablehlo.concatenate %b, %a, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
// ----- wrong: The elements of the second in their order.
func.func @main(%x: tensor<3xi32>, %y: tensor<2xi32>) -> tensor<5xi32> {
  %a = stablehlo.reverse %x, dims = [0] : tensor<3xi32>
  %r = stablehlo.concatenate %y, %a, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
