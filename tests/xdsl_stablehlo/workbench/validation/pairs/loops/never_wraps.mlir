// before
func.func @main() -> tensor<i8> {
  %r = stablehlo.constant dense<-128> : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: The signed count wraps around behind 127, which the condition sees.
func.func @main() -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %r = stablehlo.while(%k = %z) : tensor<i8>
  cond {
    %p = stablehlo.compare GE, %k, %z : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i8>
    stablehlo.return %l : tensor<i8>
  }
  return %r : tensor<i8>
}
// ----- wrong, out of reach: An unsigned count is never below zero, so that the loop never ends.
func.func @main() -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<ui8>
  %o = stablehlo.constant dense<1> : tensor<ui8>
  %u = stablehlo.while(%k = %z) : tensor<ui8>
  cond {
    %p = stablehlo.compare GE, %k, %z : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<ui8>
    stablehlo.return %l : tensor<ui8>
  }
  %r = stablehlo.bitcast_convert %u : (tensor<ui8>) -> tensor<i8>
  return %r : tensor<i8>
}
