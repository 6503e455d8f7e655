// before
func.func @main() -> tensor<i32> {
  %r = stablehlo.constant dense<10> : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: 0 + 1 + 2 + 3 + 4 is 10.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %i, %r = stablehlo.while(%k = %z, %v = %z) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %w = stablehlo.add %v, %k : tensor<i32>
    %l = stablehlo.add %k, %o : tensor<i32>
    stablehlo.return %l, %w : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: 1 + 2 + 3 + 4 + 5 is 15.
func.func @main() -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %i, %r = stablehlo.while(%k = %z, %v = %z) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i32>
    %w = stablehlo.add %v, %l : tensor<i32>
    stablehlo.return %l, %w : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
