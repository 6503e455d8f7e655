// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @abs_example() {
  %operand = stablehlo.constant dense<[-2, 0, 2]> : tensor<3xi32>
  %result = stablehlo.abs %operand : tensor<3xi32>
  check.expect_eq_const %result, dense<[2, 0, 2]> : tensor<3xi32>
  return
}

// -----

func.func @bitcast_convert_example() {
  %operand = stablehlo.constant dense<3.5127005640885037E-303> : tensor<f64>
  %result = stablehlo.bitcast_convert %operand : (tensor<f64>) -> tensor<4xf16>
  check.expect_almost_eq_const %result, dense<[-2.373440e+01, -1.729730e-04, 5.402340e+00, 1.734500e-05]> : tensor<4xf16>
  return
}

// -----

func.func @compare_example() {
  %lhs = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
  %rhs = stablehlo.constant dense<[1.100000e+00, 2.900000e+00]> : tensor<2xf32>
  %result = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  check.expect_eq_const %result, dense<[true, false]> : tensor<2xi1>
  return
}

// -----

func.func @complex_example() {
  %lhs = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf64>
  %rhs = stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf64>
  %result = stablehlo.complex %lhs, %rhs : tensor<2xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f64>>
  return
}

// -----

func.func @convert_example() {
  %operand = stablehlo.constant dense<[-1, 0, 1]> : tensor<3xi64>
  %result = stablehlo.convert %operand : (tensor<3xi64>) -> tensor<3xcomplex<f64>>
  check.expect_almost_eq_const %result, dense<[(-1.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00)]> : tensor<3xcomplex<f64>>
  return
}

// -----

func.func @imag_example() {
  %operand = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.imag %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
  return
}

// -----

func.func @real_example() {
  %operand = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>
  %result = stablehlo.real %operand : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_almost_eq_const %result, dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
  return
}

// -----

func.func @is_finite_f64() {
  %operand = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, -1.000000e+01, -0.000000e+00]> : tensor<5xf64>
  %result = stablehlo.is_finite %operand : (tensor<5xf64>) -> tensor<5xi1>
  check.expect_eq_const %result, dense<[false, false, false, true, true]> : tensor<5xi1>
  return
}

// -----

func.func @reduce_precision_f16() {
  %operand = stablehlo.constant dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FFFFFFFFFFFFFFF, 0.000000e+00, -65519.999000000003, 6.552000e+04, 3.1415926500000002]> : tensor<7xf64>
  %output = stablehlo.reduce_precision %operand, format = e5m10 : tensor<7xf64>
  check.expect_almost_eq_const %output, dense<[0x7FF0000000000000, 0xFFF0000000000000, 0x7FFFFFFFFFFFFFFF, 0.000000e+00, -6.550400e+04, 0x7FF0000000000000, 3.140625]> : tensor<7xf64>
  return
}
