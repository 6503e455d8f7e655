// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @is_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @is_neg_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_neg_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[false, false, true, false]> : tensor<4xi1>
  return
}

// -----

func.func @is_pos_inf_f32() {
  %operand = stablehlo.constant dense<[0x7F800000, 1.000000e+00, 0xFF800000, 0x7FC00000]> : tensor<4xf32>
  %result = chlo.is_pos_inf %operand : tensor<4xf32> -> tensor<4xi1>
  check.expect_eq_const %result, dense<[true, false, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @mulhi() {
  %lhs = stablehlo.constant dense<[64, -64, 127]> : tensor<3xi8>
  %rhs = stablehlo.constant dense<[4, 4, 127]> : tensor<3xi8>
  %result = chlo.mulhi %lhs, %rhs : tensor<3xi8>, tensor<3xi8> -> tensor<3xi8>
  check.expect_eq_const %result, dense<[1, -1, 63]> : tensor<3xi8>
  return
}

// -----

func.func @next_after() {
  %x = stablehlo.constant dense<[1.000000e+00, 0.000000e+00]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  %result = chlo.next_after %x, %y : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  check.expect_eq_const %result, dense<[0.99999994, 1.401300e-45]> : tensor<2xf32>
  return
}

// -----

func.func @acos_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 8.750000e-01]> : tensor<3xf64>
  %result = chlo.acos %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[2.0943951023931957, 1.318116071652818, 0.50536051028415729]> : tensor<3xf64>
  return
}

// -----

func.func @acosh_f64() {
  %operand = stablehlo.constant dense<[1.000000e+00, 2.500000e+00, 1.000000e+02]> : tensor<3xf64>
  %result = chlo.acosh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.000000e+00, 1.5667992369724111, 5.298292365610485]> : tensor<3xf64>
  return
}

// -----

func.func @asin_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 8.750000e-01]> : tensor<3xf64>
  %result = chlo.asin %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.52359877559829882, 0.25268025514207865, 1.0654358165107394]> : tensor<3xf64>
  return
}

// -----

func.func @asinh_f64() {
  %operand = stablehlo.constant dense<[-3.500000e+00, 2.500000e-01, 5.000000e+01]> : tensor<3xf64>
  %result = chlo.asinh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-1.9657204716496515, 0.24746646154726346, 4.6052701709914237]> : tensor<3xf64>
  return
}

// -----

func.func @atan_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 3.000000e+01]> : tensor<3xf64>
  %result = chlo.atan %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.46364760900080609, 0.24497866312686414, 1.5374753309166493]> : tensor<3xf64>
  return
}

// -----

func.func @atanh_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 8.750000e-01]> : tensor<3xf64>
  %result = chlo.atanh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.54930614433405489, 0.25541281188299536, 1.354025100551105]> : tensor<3xf64>
  return
}

// -----

func.func @bessel_i1e_f64() {
  %operand = stablehlo.constant dense<[-2.000000e+00, 5.000000e-01, 1.000000e+01]> : tensor<3xf64>
  %result = chlo.bessel_i1e %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.21526928924893765, 0.1564208031848717, 0.12126268138445552]> : tensor<3xf64>
  return
}

// -----

func.func @cosh_f64() {
  %operand = stablehlo.constant dense<[-2.000000e+00, 5.000000e-01, 3.000000e+00]> : tensor<3xf64>
  %result = chlo.cosh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[3.7621956910836314, 1.1276259652063807, 10.067661995777765]> : tensor<3xf64>
  return
}

// -----

func.func @sinh_f64() {
  %operand = stablehlo.constant dense<[-2.000000e+00, 5.000000e-01, 3.000000e+00]> : tensor<3xf64>
  %result = chlo.sinh %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-3.626860407847019, 0.52109530549374738, 10.017874927409903]> : tensor<3xf64>
  return
}

// -----

func.func @tan_f64() {
  %operand = stablehlo.constant dense<[-2.000000e+00, 5.000000e-01, 3.000000e+00]> : tensor<3xf64>
  %result = chlo.tan %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[2.1850398632615189, 0.54630248984379048, -0.1425465430742778]> : tensor<3xf64>
  return
}

// -----

func.func @digamma_f64() {
  %operand = stablehlo.constant dense<[5.000000e-01, 3.000000e+00, -1.500000e+00]> : tensor<3xf64>
  %result = chlo.digamma %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-1.9635100260214235, 0.92278433509846713, 0.70315664064524319]> : tensor<3xf64>
  return
}

// -----

func.func @erf_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 2.000000e+00]> : tensor<3xf64>
  %result = chlo.erf %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.52049987781304652, 0.27632639016823696, 0.99532226501895271]> : tensor<3xf64>
  return
}

// -----

func.func @erf_inv_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 9.375000e-01]> : tensor<3xf64>
  %result = chlo.erf_inv %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[-0.47693627620446988, 0.2253120550121781, 1.3171503349861307]> : tensor<3xf64>
  return
}

// -----

func.func @erfc_f64() {
  %operand = stablehlo.constant dense<[-5.000000e-01, 2.500000e-01, 2.000000e+00]> : tensor<3xf64>
  %result = chlo.erfc %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[1.5204998778130465, 0.7236736098317631, 0.0046777349810472662]> : tensor<3xf64>
  return
}

// -----

func.func @lgamma_f64() {
  %operand = stablehlo.constant dense<[5.000000e-01, 3.500000e+00, -1.500000e+00]> : tensor<3xf64>
  %result = chlo.lgamma %operand : tensor<3xf64> -> tensor<3xf64>
  check.expect_almost_eq_const %result, dense<[0.57236494292470008, 1.2009736023470743, 0.86004701537648098]> : tensor<3xf64>
  return
}

// -----

func.func @square_f64() {
  %operand = stablehlo.constant dense<[-1.500000e+00, 3.000000e+00]> : tensor<2xf64>
  %result = chlo.square %operand : tensor<2xf64> -> tensor<2xf64>
  check.expect_almost_eq_const %result, dense<[2.250000e+00, 9.000000e+00]> : tensor<2xf64>
  return
}

// -----

func.func @_asin_acos_kernel() {
  %operand = stablehlo.constant dense<(5.000000e-01,2.500000e-01)> : tensor<complex<f64>>
  %kernel = chlo._asin_acos_kernel %operand : tensor<complex<f64>> -> tensor<complex<f64>>
  %real = stablehlo.real %operand : (tensor<complex<f64>>) -> tensor<f64>
  %denominator = stablehlo.real %kernel : (tensor<complex<f64>>) -> tensor<f64>
  %asin = stablehlo.atan2 %real, %denominator : tensor<f64>
  check.expect_almost_eq_const %asin, dense<0.50160885327550075> : tensor<f64>
  return
}

// -----

func.func @conj() {
  %operand = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
  %result = chlo.conj %operand : tensor<complex<f32>> -> tensor<complex<f32>>
  check.expect_almost_eq_const %result, dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
  return
}

// -----

func.func @polygamma() {
  %n = stablehlo.constant dense<1.000000e+00> : tensor<f64>
  %x = stablehlo.constant dense<2.500000e+00> : tensor<f64>
  %result = chlo.polygamma %n, %x : tensor<f64>, tensor<f64> -> tensor<f64>
  check.expect_almost_eq_const %result, dense<0.49035775610023485> : tensor<f64>
  return
}

// -----

func.func @zeta() {
  %x = stablehlo.constant dense<2.000000e+00> : tensor<f64>
  %q = stablehlo.constant dense<1.500000e+00> : tensor<f64>
  %result = chlo.zeta %x, %q : tensor<f64>, tensor<f64> -> tensor<f64>
  check.expect_almost_eq_const %result, dense<0.93480220054467933> : tensor<f64>
  return
}
