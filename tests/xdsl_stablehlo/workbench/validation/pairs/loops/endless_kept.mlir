// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %w = stablehlo.add %v, %o : tensor<i32>
    stablehlo.return %w : tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- right, out of reach: Both loops never end.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i32>
    %w = stablehlo.add %v, %o : tensor<i32>
    %u = stablehlo.add %w, %o : tensor<i32>
    stablehlo.return %w : tensor<i32>
  }
  return %r : tensor<i32>
}
