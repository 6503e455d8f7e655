// before
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %u, %r = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>, %d: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %e = stablehlo.compare EQ, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %q = stablehlo.compare LT, %c, %d : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %f = stablehlo.and %e, %q : tensor<i1>
    %g = stablehlo.or %p, %f : tensor<i1>
    stablehlo.return %g : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  return %r : tensor<4xi8>
}
// ----- right: By the second key, and then stable by the first.
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %v, %w = "stablehlo.sort"(%y, %x) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>, %d: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  %u, %r = "stablehlo.sort"(%w, %v) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>, %d: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  return %r : tensor<4xi8>
}
// ----- wrong: The second sort may forget the order of the first.
func.func @main(%x: tensor<4xi8>, %y: tensor<4xi8>) -> tensor<4xi8> {
  %v, %w = "stablehlo.sort"(%y, %x) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>, %d: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  %u, %r = "stablehlo.sort"(%w, %v) ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i8>, %d: tensor<i8>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<4xi8>, tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  return %r : tensor<4xi8>
}
