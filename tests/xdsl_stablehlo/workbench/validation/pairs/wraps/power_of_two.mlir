// before
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.popcnt %x : tensor<i32>
  %r = stablehlo.compare LE, %c, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: x & (x - 1) takes the lowest bit away.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %d = stablehlo.subtract %x, %o : tensor<i32>
  %a = stablehlo.and %x, %d : tensor<i32>
  %r = stablehlo.compare EQ, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: Zero has no bit.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %c = stablehlo.popcnt %x : tensor<i32>
  %r = stablehlo.compare EQ, %c, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: The least integer has one bit, too.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %d = stablehlo.subtract %x, %o : tensor<i32>
  %a = stablehlo.and %x, %d : tensor<i32>
  %p = stablehlo.compare EQ, %a, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q = stablehlo.compare GE, %x, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.and %p, %q : tensor<i1>
  return %r : tensor<i1>
}
