// before
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.constant dense<3> : tensor<i32>
    %l = stablehlo.and %a, %c : tensor<i32>
    %m = stablehlo.and %b, %c : tensor<i32>
    %p = stablehlo.compare LT, %l, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
// ----- right: A remainder by 4 of what was made positive is the same two bits.
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.constant dense<30> : tensor<i32>
    %l = stablehlo.shift_left %a, %s : tensor<i32>
    %m = stablehlo.shift_left %b, %s : tensor<i32>
    %n = stablehlo.shift_right_logical %l, %s : tensor<i32>
    %o = stablehlo.shift_right_logical %m, %s : tensor<i32>
    %p = stablehlo.compare LT, %n, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
// ----- wrong: Equal parts may come in any order.
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.constant dense<3> : tensor<i32>
    %l = stablehlo.and %a, %c : tensor<i32>
    %m = stablehlo.and %b, %c : tensor<i32>
    %p = stablehlo.compare LT, %l, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = false} : (tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
// ----- wrong: Remainders of negative integers are negative.
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %r = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.constant dense<4> : tensor<i32>
    %l = stablehlo.remainder %a, %c : tensor<i32>
    %m = stablehlo.remainder %b, %c : tensor<i32>
    %p = stablehlo.compare LT, %l, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
