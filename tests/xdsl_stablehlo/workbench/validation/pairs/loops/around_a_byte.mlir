// before
func.func @main() -> tensor<i8> {
  %r = stablehlo.constant dense<10> : tensor<i8>
  return %r : tensor<i8>
}
// ----- right: Steps of 3 meet every byte, also 10, after wrapping around twice: 3 * 174 is 10 modulo 256.
func.func @main() -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.while(%i = %z) : tensor<i8>
  cond {
    %c = stablehlo.constant dense<10> : tensor<i8>
    %p = stablehlo.compare NE, %i, %c : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.constant dense<3> : tensor<i8>
    %j = stablehlo.add %i, %s : tensor<i8>
    stablehlo.return %j : tensor<i8>
  }
  return %r : tensor<i8>
}
// ----- wrong, out of reach: Steps of 4 meet multiples of 4 only, so that the loop never ends.
func.func @main() -> tensor<i8> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %r = stablehlo.while(%i = %z) : tensor<i8>
  cond {
    %c = stablehlo.constant dense<10> : tensor<i8>
    %p = stablehlo.compare NE, %i, %c : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s = stablehlo.constant dense<4> : tensor<i8>
    %j = stablehlo.add %i, %s : tensor<i8>
    stablehlo.return %j : tensor<i8>
  }
  return %r : tensor<i8>
}
