// before
func.func @main() -> tensor<ui8> {
  %r = stablehlo.constant dense<255> : tensor<ui8>
  return %r : tensor<ui8>
}
// ----- wrong: 7 / 0 is undefined for unsigned integers, too.
func.func @main() -> tensor<ui8> {
  %n = stablehlo.constant dense<7> : tensor<ui8>
  %d = stablehlo.constant dense<0> : tensor<ui8>
  %r = stablehlo.divide %n, %d : tensor<ui8>
  return %r : tensor<ui8>
}
