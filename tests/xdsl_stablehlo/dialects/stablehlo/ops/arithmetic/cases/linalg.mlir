// cholesky, fft and triangular_solve: the types that are inferred, and how they are printed.

// -----

func.func @cholesky(%arg0: tensor<3x2x2xf32>) {
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<3x2x2xf32>
  return
}
func.func @fft_1(%arg0: tensor<3x9xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IFFT, length = [9] : (tensor<3x9xcomplex<f32>>) -> tensor<3x9xcomplex<f32>>
  return
}
func.func @fft_2(%arg0: tensor<3x9xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}
func.func @fft_3(%arg0: tensor<3x0xf32>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [0] : (tensor<3x0xf32>) -> tensor<3x0xcomplex<f32>>
  return
}
func.func @fft_4(%arg0: tensor<3x9xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [16] : (tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32>
  return
}
func.func @fft_5(%arg0: tensor<3x9xcomplex<f32>>) {
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [3, 17] : (tensor<3x9xcomplex<f32>>) -> tensor<3x17xf32>
  return
}
func.func @fft_6(%arg0: tensor<?x9xf32, #stablehlo.bounds<4, ?>>) {
  %0 = stablehlo.fft %arg0, type = RFFT, length = [9] : (tensor<?x9xf32, #stablehlo.bounds<4, ?>>) -> tensor<?x5xcomplex<f32>, #stablehlo.bounds<4, ?>>
  return
}
func.func @triangular_solve(%arg0: tensor<2x2xf32>, %arg1: tensor<2x5xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x5xf32>) -> tensor<2x5xf32>
  return
}

// infer:
// unchanged

// -----

func.func @triangular_solve_1(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
func.func @triangular_solve_2(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) {
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// speculate:
// => yes: @triangular_solve_1
// => no: @triangular_solve_2

// -----

func.func @cholesky(%a0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r0 = stablehlo.cholesky %a0, lower = true : tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}
func.func @cholesky_2(%a0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r0 = stablehlo.cholesky %a0 : tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}
func.func @fft(%a0: tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32> {
  %r0 = stablehlo.fft %a0, type = IRFFT, length = [16] : (tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32>
  return %r0 : tensor<3x16xf32>
}
func.func @triangular_solve(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}

// print:
// unchanged
// cpp: the same
