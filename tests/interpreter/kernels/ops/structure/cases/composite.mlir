// composite: its decomposition runs.

// -----

// Composite runs its decomposition.
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %y = stablehlo.composite "my.twice" %x {decomposition = @twice, version = 1 : i32} : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func private @twice(%x: tensor<i64>) -> tensor<i64> {
  %y = stablehlo.add %x, %x : tensor<i64>
  return %y : tensor<i64>
}

// run: 21
// => 42
// cpp: the same
