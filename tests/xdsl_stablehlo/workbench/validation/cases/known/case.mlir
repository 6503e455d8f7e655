// before
func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<4xf32>
  }, {
    %n = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %n : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// ----- right: An index that is no branch is the last one.
func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.select %q, %y, %n : tensor<i1>, tensor<4xf32>
  %r = stablehlo.select %p, %x, %s : tensor<i1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// ----- wrong: A negative index is not the first branch.
func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare LE, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.select %q, %y, %n : tensor<i1>, tensor<4xf32>
  %r = stablehlo.select %p, %x, %s : tensor<i1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
// ----- wrong: The branches are swapped.
func.func @main(%i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.compare EQ, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %n = stablehlo.negate %x : tensor<4xf32>
  %s = stablehlo.select %q, %n, %y : tensor<i1>, tensor<4xf32>
  %r = stablehlo.select %p, %x, %s : tensor<i1>, tensor<4xf32>
  return %r : tensor<4xf32>
}
