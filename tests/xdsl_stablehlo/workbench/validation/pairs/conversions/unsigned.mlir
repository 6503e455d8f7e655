// before
func.func @main(%x: tensor<ui32>) -> tensor<i64> {
  %r = stablehlo.convert %x : (tensor<ui32>) -> tensor<i64>
  return %r : tensor<i64>
}
// ----- right: Its 32 bits, and zeros.
func.func @main(%x: tensor<ui32>) -> tensor<i64> {
  %c = stablehlo.constant dense<4294967295> : tensor<i64>
  %b = stablehlo.bitcast_convert %x : (tensor<ui32>) -> tensor<i32>
  %w = stablehlo.convert %b : (tensor<i32>) -> tensor<i64>
  %r = stablehlo.and %w, %c : tensor<i64>
  return %r : tensor<i64>
}
// ----- wrong: A sign that it does not have.
func.func @main(%x: tensor<ui32>) -> tensor<i64> {
  %b = stablehlo.bitcast_convert %x : (tensor<ui32>) -> tensor<i32>
  %r = stablehlo.convert %b : (tensor<i32>) -> tensor<i64>
  return %r : tensor<i64>
}
