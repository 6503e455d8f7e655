// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @constant_example() {
  %output = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %output, dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>
  return
}
