// The work budget ends every fold: calls, loops and contexts are charged what they take.

// -----

// Batches of small matrices are charged for each: a thousand matrices of 4 x 4, whose rows are eliminated together,
// take more than one of them.
func.func @main() -> tensor<1000x4x4xf32> {
  %i = stablehlo.iota dim = 1 : tensor<1000x4x4xf32>
  %j = stablehlo.iota dim = 2 : tensor<1000x4x4xf32>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<1000x4x4xf32>
  %m = stablehlo.minimum %i, %j : tensor<1000x4x4xf32>
  %a = stablehlo.add %m, %one : tensor<1000x4x4xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<1000x4x4xf32>
  return %r : tensor<1000x4x4xf32>
}

// fold: op-work-limit=100000
// => func.func @main() -> tensor<1000x4x4xf32> {
// =>   %cst = stablehlo.constant dense<[[1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00], [1.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00], [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]]> : tensor<4x4xf32>
// =>   %a = stablehlo.broadcast_in_dim %cst, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<1000x4x4xf32>
// =>   %r = stablehlo.cholesky %a, lower = true : tensor<1000x4x4xf32>
// =>   return %r : tensor<1000x4x4xf32>
// => }
// kept: stablehlo.cholesky op-work-limit

// -----

// Batches of small matrices are charged for each: a thousand matrices of 4 x 4, whose rows are eliminated together,
// take more than one of them.
func.func @main() -> tensor<4x4xf32> {
  %i = stablehlo.iota dim = 1 : tensor<4x4xf32>
  %j = stablehlo.iota dim = 0 : tensor<4x4xf32>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<4x4xf32>
  %m = stablehlo.minimum %i, %j : tensor<4x4xf32>
  %a = stablehlo.add %m, %one : tensor<4x4xf32>
  %r = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// fold: op-work-limit=100000
// => func.func @main() -> tensor<4x4xf32> {
// =>   %r = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00, 0.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 0.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00]]> : tensor<4x4xf32>
// =>   return %r : tensor<4x4xf32>
// => }
// kept: nothing
