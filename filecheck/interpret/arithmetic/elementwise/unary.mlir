// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @cbrt_example() {
  %operand = stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 8.000000e+00, 2.700000e+01]> : tensor<4xf64>
  %result = stablehlo.cbrt %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf64>
  return
}

// -----

func.func @ceil_example() {
  %operand = stablehlo.constant dense<[-8.166000e-01, -2.530000e-01, 2.530000e-01, 8.166000e-01, 2.000000e+00]> : tensor<5xf32>
  %result = stablehlo.ceil %operand : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[-0.000000e+00, -0.000000e+00, 1.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<5xf32>
  return
}

// -----

func.func @count_leading_zeros_example() {
  %operand = stablehlo.constant dense<[[0, 1], [128, -1]]> : tensor<2x2xi64>
  %result = stablehlo.count_leading_zeros %operand : tensor<2x2xi64>
  check.expect_eq_const %result, dense<[[64, 63], [56, 0]]> : tensor<2x2xi64>
  return
}

// -----

func.func @exponential_example() {
  %operand = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf64>
  %result = stablehlo.exponential %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<[[1.000000e+00, 2.7182818284590451], [7.3890560989306504, 20.085536923187668]]> : tensor<2x2xf64>
  return
}

// -----

func.func @exponential_minus_one_example() {
  %operand = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf64>
  %result = stablehlo.exponential_minus_one %operand : tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 1.71828187]> : tensor<2xf64>
  return
}

// -----

func.func @floor_example() {
  %operand = stablehlo.constant dense<[-8.166000e-01, -2.530000e-01, 2.530000e-01, 8.166000e-01, 2.000000e+00]> : tensor<5xf32>
  %result = stablehlo.floor %operand : tensor<5xf32>
  check.expect_almost_eq_const %result, dense<[-1.000000e+00, -1.000000e+00, 0.000000e+00, 0.000000e+00, 2.000000e+00]> : tensor<5xf32>
  return
}

// -----

func.func @log_example() {
  %operand = stablehlo.constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf64>
  %result = stablehlo.log %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<[[0.000000e+00, 0.69314718055994529], [1.0986122886681098, 1.3862943611198906]]> : tensor<2x2xf64>
  return
}

// -----

func.func @log_plus_one_example() {
  %operand = stablehlo.constant dense<[0.000000e+00, -0.99899999999999999, 7.000000e+00, 6.3890562099999997, 1.500000e+01]> : tensor<5xf64>
  %result = stablehlo.log_plus_one %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, -6.9077682500000002, 2.0794415499999999, 2.000000e+00, 2.7725887299999998]> : tensor<5xf64>
  return
}

// -----

func.func @logistic_example() {
  %operand = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf64>
  %result = stablehlo.logistic %operand : tensor<2x2xf64>
  check.expect_almost_eq_const %result, dense<[[5.000000e-01, 0.73105858000000001], [0.88079708000000001, 0.95257413000000002]]> : tensor<2x2xf64>
  return
}

// -----

func.func @popcnt_example() {
  %operand = stablehlo.constant dense<[0, 1, 2, 127]> : tensor<4xi64>
  %result = stablehlo.popcnt %operand : tensor<4xi64>
  check.expect_eq_const %result, dense<[0, 1, 1, 7]> : tensor<4xi64>
  return
}

// -----

func.func @round_nearest_afz_example() {
  %operand = stablehlo.constant dense<[-2.500000e+00, 4.000000e-01, 5.000000e-01, 6.000000e-01, 2.500000e+00]> : tensor<5xf64>
  %result = stablehlo.round_nearest_afz %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[-3.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00, 3.000000e+00]> : tensor<5xf64>
  return
}

// -----

func.func @round_nearest_even_example() {
  %operand = stablehlo.constant dense<[-2.500000e+00, 4.000000e-01, 5.000000e-01, 6.000000e-01, 2.500000e+00]> : tensor<5xf64>
  %result = stablehlo.round_nearest_even %operand : tensor<5xf64>
  check.expect_almost_eq_const %result, dense<[-2.000000e+00, 0.000000e+00, 0.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<5xf64>
  return
}

// -----

func.func @rsqrt_example() {
  %operand = stablehlo.constant dense<[[1.000000e+00, 4.000000e+00], [9.000000e+00, 2.500000e+01]]> : tensor<2x2xf32>
  %result = stablehlo.rsqrt %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[1.000000e+00, 5.000000e-01], [0.333333433, 2.000000e-01]]> : tensor<2x2xf32>
  return
}

// -----

func.func @sqrt_example() {
  %operand = stablehlo.constant dense<[[0.000000e+00, 1.000000e+00], [4.000000e+00, 9.000000e+00]]> : tensor<2x2xf32>
  %result = stablehlo.sqrt %operand : tensor<2x2xf32>
  check.expect_almost_eq_const %result, dense<[[0.000000e+00, 1.000000e+00], [2.000000e+00, 3.000000e+00]]> : tensor<2x2xf32>
  return
}

// -----

func.func @tanh_example() {
  %operand = stablehlo.constant dense<[-1.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<3xf32>
  %result = stablehlo.tanh %operand : tensor<3xf32>
  check.expect_almost_eq_const %result, dense<[-0.761594176, 0.000000e+00, 0.761594176]> : tensor<3xf32>
  return
}

// -----

func.func @not_i32() {
  %operand = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %result = stablehlo.not %operand : tensor<2x2xi32>
  check.expect_eq_const %result, dense<[[-2, -3], [-4, -5]]> : tensor<2x2xi32>
  return
}

// -----

func.func @not_i1() {
  %operand = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %result = stablehlo.not %operand : tensor<2xi1>
  check.expect_eq_const %result, dense<[false, true]> : tensor<2xi1>
  return
}

// -----

func.func @negate_i32() {
  %operand = stablehlo.constant dense<[0, -2]> : tensor<2xi32>
  %result = stablehlo.negate %operand : tensor<2xi32>
  check.expect_eq_const %result, dense<[0, 2]> : tensor<2xi32>
  return
}

// -----

func.func @negate_f32() {
  %operand = stablehlo.constant dense<(2.500000e+00,0.000000e+00)> : tensor<complex<f32>>
  %result = stablehlo.negate %operand : tensor<complex<f32>>
  check.expect_almost_eq_const %result, dense<(-2.500000e+00,-0.000000e+00)> : tensor<complex<f32>>
  return
}

// -----

func.func @sign_f64() {
  %operand = stablehlo.constant dense<[-1.000000e+00, -0.000000e+00, 0.000000e+00, 2.500000e+00]> : tensor<4xf64>
  %result = stablehlo.sign %operand : tensor<4xf64>
  check.expect_eq_const %result, dense<[-1.000000e+00, -0.000000e+00, 0.000000e+00, 1.000000e+00]> : tensor<4xf64>
  return
}

// -----

func.func @sign_i8() {
  %operand = stablehlo.constant dense<[-7, 0, 7]> : tensor<3xi8>
  %result = stablehlo.sign %operand : tensor<3xi8>
  check.expect_eq_const %result, dense<[-1, 0, 1]> : tensor<3xi8>
  return
}

// -----

func.func @cosine_f64() {
  %operand = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, -1.250000e+00, 1.000000e+02]> : tensor<4xf64>
  %result = stablehlo.cosine %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[1.000000e+00, 0.87758256189037276, 0.31532236239526867, 0.86231887228768389]> : tensor<4xf64>
  return
}

// -----

func.func @sine_f64() {
  %operand = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, -1.250000e+00, 1.000000e+02]> : tensor<4xf64>
  %result = stablehlo.sine %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 0.47942553860420301, -0.9489846193555862, -0.50636564110975879]> : tensor<4xf64>
  return
}

// -----

func.func @tan_f64() {
  %operand = stablehlo.constant dense<[0.000000e+00, 5.000000e-01, -1.250000e+00, 1.000000e+02]> : tensor<4xf64>
  %result = stablehlo.tan %operand : tensor<4xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 0.54630248984379048, -3.0095696738628313, -0.58721391515692911]> : tensor<4xf64>
  return
}
