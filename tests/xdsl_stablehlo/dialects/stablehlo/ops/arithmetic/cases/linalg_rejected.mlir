// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// cholesky_c1
func.func @main(%a0: tensor<2x2xf32>) -> (tensor<2x2xf64>) {
  // expected-error@+1 {{'stablehlo.cholesky' op requires compatible element types for all operands and results (C1)}}
  %r0 = "stablehlo.cholesky"(%a0) : (tensor<2x2xf32>) -> (tensor<2x2xf64>)
  return %r0 : tensor<2x2xf64>
}

// cpp: requires compatible element types

// -----

// cholesky_c1_shape
func.func @main(%a0: tensor<2x2xf32>) -> (tensor<2x1xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x1xf32>'}}
  %r0 = "stablehlo.cholesky"(%a0) : (tensor<2x2xf32>) -> (tensor<2x1xf32>)
  return %r0 : tensor<2x1xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// cholesky_c2
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op argument 'a' must have rank >= 2, got shape 2. (C2)}}
  %r0 = "stablehlo.cholesky"(%a0) : (tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: argument 'a' must have rank >= 2, got shape 2.

// -----

// cholesky_c3
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.cholesky' op minor dimensions of 'a' must have equal size, got shape 2, 3. (C3)}}
  %r0 = "stablehlo.cholesky"(%a0) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: minor dimensions of 'a' must have equal size, got shape 2, 3.

// -----

// fft_c1
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op operand rank must not be less than fft rank of 3 for operand of type 'tensor<3x9xcomplex<f32>>'. (C1)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 3, 9, 1>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f32>>)
  return %r0 : tensor<3x9xcomplex<f32>>
}

// cpp: operand rank must not be less than fft rank of 3 for operand of type 'tensor<3x9xcomplex<f32>>'.

// -----

// fft_c2_rfft
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op RFFT requires f32 or f64 input type, but is given 'complex<f32>'. (C2)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f32>>)
  return %r0 : tensor<3x9xcomplex<f32>>
}

// cpp: RFFT requires f32 or f64 input type

// -----

// fft_c2_fft
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op FFT/IFFT/IRFFT take a complex tensor as input, but is given 'tensor<2x3xf32>'. (C2)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 3>}> : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: FFT/IFFT/IRFFT take a complex tensor as input

// -----

// fft_c2_result
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f64>>) {
  // expected-error@+1 {{'stablehlo.fft' op inferred type(s) 'tensor<3x9xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<3x9xcomplex<f64>>'}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 9>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x9xcomplex<f64>>)
  return %r0 : tensor<3x9xcomplex<f64>>
}

// cpp: incompatible with return type(s) of operation

// -----

// fft_c3
func.func @main(%a0: tensor<1x1x3x9xcomplex<f32>>) -> (tensor<1x1x3x9xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op rank must be between 1 and 3, but got 4. (C3)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 1, 1, 3, 9>}> : (tensor<1x1x3x9xcomplex<f32>>) -> (tensor<1x1x3x9xcomplex<f32>>)
  return %r0 : tensor<1x1x3x9xcomplex<f32>>
}

// cpp: rank must be between 1 and 3, but got 4.

// -----

// fft_c4
func.func @main(%a0: tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.fft' op RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 3, 8. (C4)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 3, 8>}> : (tensor<3x9xf32>) -> (tensor<3x5xcomplex<f32>>)
  return %r0 : tensor<3x5xcomplex<f32>>
}

// cpp: RFFT requires innermost dimensions to be compatible with fft_length. Got: 3, 9 but wanted 3, 8.

// -----

// fft_c5
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x15xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 9 but fft_length is 15. (C5)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 15>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x15xf32>)
  return %r0 : tensor<3x15xf32>
}

// cpp: IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: 9 but fft_length is 15.

// -----

// fft_c5_inner
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x16xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 9 but wanted 4, 16, and 3 != 4. (C5)}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4, 16>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x16xf32>)
  return %r0 : tensor<3x16xf32>
}

// cpp: IRFFT requires non-final dimensions to be compatible with fft_length. Got: 3, 9 but wanted 4, 16, and 3 != 4.

// -----

// fft_c5_result
func.func @main(%a0: tensor<3x9xcomplex<f32>>) -> (tensor<3x9xf32>) {
  // expected-error@+1 {{'stablehlo.fft' op inferred type(s) 'tensor<3x16xf32>' are incompatible with return type(s) of operation 'tensor<3x9xf32>'}}
  %r0 = "stablehlo.fft"(%a0) <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 16>}> : (tensor<3x9xcomplex<f32>>) -> (tensor<3x9xf32>)
  return %r0 : tensor<3x9xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// triangular_solve_c1
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf64>) -> (tensor<2x2xf64>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op requires compatible element types for all operands and results (C1)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x2xf64>) -> (tensor<2x2xf64>)
  return %r0 : tensor<2x2xf64>
}

// cpp: requires compatible element types for all operands and results

// -----

// triangular_solve_c2
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2x2xf32>) -> (tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op operand 'a' must have rank >= 2, but got 'tensor<2xf32>' (C2)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return %r0 : tensor<2x2xf32>
}

// cpp: operand 'a' must have rank >= 2, but got 'tensor<2xf32>'

// -----

// triangular_solve_c2_rank
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op operands must have equal rank, but got 'tensor<2x2xf32>' and 'tensor<1x2x2xf32>' (C2)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>)
  return %r0 : tensor<1x2x2xf32>
}

// cpp: operands must have equal rank, but got 'tensor<2x2xf32>' and 'tensor<1x2x2xf32>'

// -----

// triangular_solve_c3_square
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op two minor dimensions of operand 'a' must be compatible, but got 'tensor<2x3xf32>' (C3)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: two minor dimensions of operand 'a' must be compatible, but got 'tensor<2x3xf32>'

// -----

// triangular_solve_c3_left
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<3x2xf32>) -> (tensor<3x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<2x2xf32>' and 'tensor<3x2xf32>' (C3)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>)
  return %r0 : tensor<3x2xf32>
}

// cpp: shared dimension of operands 'a' and 'b' must be compatible

// -----

// triangular_solve_c3_right
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op shared dimension of operands 'a' and 'b' must be compatible, but got 'tensor<2x2xf32>' and 'tensor<2x3xf32>' (C3)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: shared dimension of operands 'a' and 'b' must be compatible

// -----

// triangular_solve_c3_batch
func.func @main(%a0: tensor<3x2x2xf32>, %a1: tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op batch dimensions of the operands must be compatible, but got 'tensor<3x2x2xf32>' and 'tensor<1x2x2xf32>' (C3)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<3x2x2xf32>, tensor<1x2x2xf32>) -> (tensor<1x2x2xf32>)
  return %r0 : tensor<1x2x2xf32>
}

// cpp: batch dimensions of the operands must be compatible

// -----

// triangular_solve_i6
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) -> (tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op Invalid transpose option value for triangular solve (I6)}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE_INVALID>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>)
  return %r0 : tensor<2x2xf32>
}

// cpp: Invalid transpose option value for triangular solve

// -----

// triangular_solve_c4
func.func @main(%a0: tensor<2x2xf32>, %a1: tensor<2x2xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.triangular_solve' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  %r0 = "stablehlo.triangular_solve"(%a0, %a1) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: incompatible with return type(s) of operation
