// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @fft_example() {
  %operand = stablehlo.constant dense<[(1.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00)]> : tensor<4xcomplex<f32>>
  %result = stablehlo.fft %operand, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  check.expect_almost_eq_const %result, dense<(1.000000e+00,0.000000e+00)> : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @triangular_solve_example() {
  %a = stablehlo.constant dense<[[1.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 4.000000e+00, 0.000000e+00], [3.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.000000e+00, 0.000000e+00, 0.000000e+00], [4.000000e+00, 8.000000e+00, 0.000000e+00], [6.000000e+00, 1.000000e+01, 1.200000e+01]]> : tensor<3x3xf32>
  %result = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  check.expect_almost_eq_const %result, dense<[[2.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 2.000000e+00]]> : tensor<3x3xf32>
  return
}

// -----

func.func @cholesky() {
  %a = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+01, 2.600000e+01], [3.000000e+00, 2.600000e+01, 7.000000e+01]]> : tensor<3x3xf32>
  %result = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  %zeros = stablehlo.constant dense<0.000000e+00> : tensor<3x3xf32>
  %row = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %column = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %lower = stablehlo.compare GE, %row, %column : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %triangle = stablehlo.select %lower, %result, %zeros : tensor<3x3xi1>, tensor<3x3xf32>
  check.expect_almost_eq_const %triangle, dense<[[1.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 4.000000e+00, 0.000000e+00], [3.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<3x3xf32>
  return
}
