// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @custom_call() {
  %actual = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %expected = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%actual, %expected) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
