// The check dialect, and the custom calls that check.

// -----

// Check against a constant (expect_eq_const).
func.func @main() {
  %x = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_eq_const %x, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  return
}

// run:

// -----

// Check against a constant (expect_eq_const).
func.func @main() {
  %x = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_eq_const %x, dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
  return
}

// run:
// error: 4:3: 'check.expect_eq_const' op Element values don't match: 2.0 (actual) vs 3.0 (expected) at index [1] (operands: tensor<2xf32>)

// -----

// Check against a constant (expect_almost_eq_const).
func.func @main() {
  %x = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_almost_eq_const %x, dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  return
}

// run:

// -----

// Check against a constant (expect_almost_eq_const).
func.func @main() {
  %x = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  check.expect_almost_eq_const %x, dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>
  return
}

// run:
// error: 4:3: 'check.expect_almost_eq_const' op Element values don't match with tolerance 0.000100: 2.0 (actual) vs 3.0 (expected) at index [1] (operands: tensor<2xf32>)

// -----

// Check eq custom call gives true.
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<i1> {
  %r0 = stablehlo.custom_call @check.eq(%a0, %a1) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %r0 : tensor<i1>
}

// run: 1, 1
// => true

// run: 1, 2
// error: 3:9: 'stablehlo.custom_call' op Element values don't match: 1 (actual) vs 2 (expected) at index [] (operands: tensor<i32>, tensor<i32>)

// -----

// Check eq custom call gives true.
func.func @main(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<i1> {
  %r0 = stablehlo.custom_call @check.eq(%a0, %a1) : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %r0 : tensor<i1>
}

// run: 1.0, 1.0000499486923218
// => true
