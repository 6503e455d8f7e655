// before
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare EQ, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = stablehlo.divide %x, %y : tensor<i32>
  %r = stablehlo.select %p, %z, %d : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The negated condition selects the other operand.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare NE, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %d = stablehlo.divide %x, %y : tensor<i32>
  %r = stablehlo.select %p, %d, %z : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- right: Where the divisor is replaced, the quotient is not selected.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = stablehlo.select %p, %one, %y : tensor<i1>, tensor<i32>
  %d = stablehlo.divide %x, %s : tensor<i32>
  %r = stablehlo.select %p, %z, %d : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: The quotient by zero is no longer replaced.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.divide %x, %y : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Negative divisors are replaced, too.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %y, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %s = stablehlo.maximum %y, %one : tensor<i32>
  %d = stablehlo.divide %x, %s : tensor<i32>
  %r = stablehlo.select %p, %z, %d : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
