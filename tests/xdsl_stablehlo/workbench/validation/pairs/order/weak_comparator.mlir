// before
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %p = stablehlo.compare LE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
// ----- right: LE is no strict weak order, where there are equal ones; without them it is LT.
func.func @main(%x: tensor<4xi8>) -> tensor<4xi8> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}
