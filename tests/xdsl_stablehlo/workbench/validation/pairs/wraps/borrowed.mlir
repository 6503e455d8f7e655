// before
func.func @main(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xi1> {
  %r = stablehlo.compare LT, %x, %y : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r : tensor<3xi1>
}
// ----- right: An unsigned difference that wraps around is greater than what it is taken from.
func.func @main(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xi1> {
  %d = stablehlo.subtract %x, %y : tensor<3xui8>
  %r = stablehlo.compare GT, %d, %x : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r : tensor<3xi1>
}
// ----- wrong: Also where the difference is equal.
func.func @main(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xi1> {
  %d = stablehlo.subtract %x, %y : tensor<3xui8>
  %r = stablehlo.compare GE, %d, %x : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xi1>
  return %r : tensor<3xi1>
}
