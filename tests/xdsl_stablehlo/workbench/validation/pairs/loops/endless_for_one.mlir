// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong, out of reach: For 12345 the loop never ends.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %c = stablehlo.constant dense<12345> : tensor<i32>
    %p = stablehlo.compare EQ, %v, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %v : tensor<i32>
  }
  return %r : tensor<i32>
}
