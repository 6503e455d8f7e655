// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.multiply %x, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The loop never ends, though nothing uses what it carries.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %o = stablehlo.constant dense<1> : tensor<i32>
  %u = stablehlo.while(%v = %o) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %v, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.not %p : tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    stablehlo.return %v : tensor<i32>
  }
  %r = stablehlo.multiply %x, %o : tensor<i32>
  return %r : tensor<i32>
}
