// before
func.func @main(%x: tensor<2xi32>) -> tensor<2x4xi8> {
  %r = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}
// ----- wrong: The lowest byte comes first.
func.func @main(%x: tensor<2xi32>) -> tensor<2x4xi8> {
  %b = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2x4xi8>
  %r = stablehlo.reverse %b, dims = [1] : tensor<2x4xi8>
  return %r : tensor<2x4xi8>
}
