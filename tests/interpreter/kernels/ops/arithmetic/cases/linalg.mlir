// cholesky, triangular_solve and fft: the specification's examples, residuals, and the definition of the transform.

// -----

// Cholesky example of the specification.
func.func @main() -> tensor<3x3xf32> {
  %a = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+01, 2.600000e+01], [3.000000e+00, 2.600000e+01, 7.000000e+01]]> : tensor<3x3xf32>
  %r0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// run:
// => [[1.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 4.000000e+00, 0.000000e+00], [3.000000e+00, 5.000000e+00, 6.000000e+00]]

// -----

// Triangular solve example of the specification.
func.func @main(%a0: tensor<3x3xf32>, %a1: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %r0 : tensor<3x3xf32>
}

// run: [[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]], [[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]
// => [[2.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 2.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 2.000000e+00]]

// -----

// Fft example of the specification.
func.func @main(%a0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %r0 = stablehlo.fft %a0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %r0 : tensor<4xcomplex<f32>>
}

// run: [(1.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]
// => (1.000000e+00,0.000000e+00)
