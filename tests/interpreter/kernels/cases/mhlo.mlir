// MHLO's functions among StableHLO's ops: they parse, print, evaluate as CHLO's, and fold.

// -----

// The error function folds.
func.func @main() -> tensor<f32> {
  %c = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %r = mhlo.erf %c : tensor<f32>
  return %r : tensor<f32>
}

// fold:
// => func.func @main() -> tensor<f32> {
// =>   %r = stablehlo.constant dense<0.520499885> : tensor<f32>
// =>   return %r : tensor<f32>
// => }
