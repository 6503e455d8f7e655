// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.while(%i = %z) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t = stablehlo.custom_call @write(%i) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    %j = stablehlo.add %i, %o : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: 1, 2, 3 are written instead of 0, 1, 2.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.while(%i = %z) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %o : tensor<i32>
    %t = stablehlo.custom_call @write(%j) {has_side_effect = true} : (tensor<i32>) -> tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: Nothing is written.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.constant dense<3> : tensor<i32>
  return %r : tensor<i32>
}
