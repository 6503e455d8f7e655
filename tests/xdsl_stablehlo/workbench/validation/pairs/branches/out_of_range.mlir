// before
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %n = stablehlo.negate %x : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: All but 0 is the last.
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare EQ, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = stablehlo.negate %x : tensor<i32>
  %r = stablehlo.select %p, %x, %n : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Negative ones are not the first.
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare LE, %i, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = stablehlo.negate %x : tensor<i32>
  %r = stablehlo.select %p, %x, %n : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
