// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @expectations() {
  %actual = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %near = stablehlo.constant dense<[1.000000e+00, 2.00000024]> : tensor<2xf32>
  check.expect_eq %actual, %actual : tensor<2xf32>
  check.expect_almost_eq %actual, %near : tensor<2xf32>
  check.expect_close %actual, %near, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  return
}
