// before
func.func @main() -> tensor<300xi8> {
  %r = stablehlo.iota dim = 0 : tensor<300xi8>
  return %r : tensor<300xi8>
}
// ----- right: 255 is -1 in eight bits.
func.func @main() -> tensor<300xi8> {
  %i = stablehlo.iota dim = 0 : tensor<300xi32>
  %r = stablehlo.convert %i : (tensor<300xi32>) -> tensor<300xi8>
  return %r : tensor<300xi8>
}
// ----- wrong: It does not stop at 127.
func.func @main() -> tensor<300xi8> {
  %i = stablehlo.iota dim = 0 : tensor<300xi32>
  %c = stablehlo.constant dense<127> : tensor<300xi32>
  %m = stablehlo.minimum %i, %c : tensor<300xi32>
  %r = stablehlo.convert %m : (tensor<300xi32>) -> tensor<300xi8>
  return %r : tensor<300xi8>
}
