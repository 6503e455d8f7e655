// before
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %r = "stablehlo.case"(%i) ({
    %n = stablehlo.not %x : tensor<i32>
    stablehlo.return %n : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: ~x is -x - 1.
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %m = stablehlo.negate %x : tensor<i32>
  %r = stablehlo.subtract %m, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: ~x is not -x.
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.negate %x : tensor<i32>
  return %r : tensor<i32>
}
