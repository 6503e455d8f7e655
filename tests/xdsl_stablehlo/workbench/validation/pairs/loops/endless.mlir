// before
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: A loop whose condition never holds runs no iteration.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %w = stablehlo.negate %v : tensor<i32>
    stablehlo.return %w : tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The loop never ends.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %v : tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong, out of reach: The unused loop never ends.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %u = stablehlo.while(%v = %x) : tensor<i32>
  cond {
    %p = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %v : tensor<i32>
  }
  %r = stablehlo.add %x, %u : tensor<i32>
  %s = stablehlo.subtract %r, %u : tensor<i32>
  return %s : tensor<i32>
}
