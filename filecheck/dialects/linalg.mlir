// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @cholesky(
func.func @cholesky(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf32>
  %0 = stablehlo.cholesky %arg0, lower = true : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @cholesky_2(
func.func @cholesky_2(%arg0: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %0 = stablehlo.cholesky %arg0 : tensor<2x2xf32>
  %0 = stablehlo.cholesky %arg0 : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @fft(
func.func @fft(%arg0: tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32> {
  // CHECK: %0 = stablehlo.fft %arg0, type = IRFFT, length = [16] : (tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32>
  %0 = stablehlo.fft %arg0, type = IRFFT, length = [16] : (tensor<3x9xcomplex<f32>>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}

// -----

// CHECK-LABEL: func.func @triangular_solve(
func.func @triangular_solve(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
