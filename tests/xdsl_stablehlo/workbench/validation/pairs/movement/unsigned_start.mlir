// before
func.func @main(%x: tensor<8xi32>, %i: tensor<ui8>) -> tensor<2xi32> {
  %r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<8xi32>, tensor<ui8>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
// ----- right: 255 is past the end, and clamped to 6.
func.func @main(%x: tensor<8xi32>, %i: tensor<ui8>) -> tensor<2xi32> {
  %w = stablehlo.convert %i : (tensor<ui8>) -> tensor<i32>
  %r = stablehlo.dynamic_slice %x, %w, sizes = [2] : (tensor<8xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
// ----- wrong: Read as signed, it is before the begin.
func.func @main(%x: tensor<8xi32>, %i: tensor<ui8>) -> tensor<2xi32> {
  %w = stablehlo.bitcast_convert %i : (tensor<ui8>) -> tensor<i8>
  %r = stablehlo.dynamic_slice %x, %w, sizes = [2] : (tensor<8xi32>, tensor<i8>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}
