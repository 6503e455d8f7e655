// The check dialect: what its ops reject, how they are built and printed.

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'check.expect_eq' op failed to verify that all of {lhs, rhs} have same type}}
  "check.expect_eq"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> ()
  return
}

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'check.expect_eq_const' op failed to verify that all of {lhs, value} have same type}}
  "check.expect_eq_const"(%a0) <{value = dense<1> : tensor<2xi32>}> : (tensor<2xf32>) -> ()
  return
}

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'check.expect_eq_const' op attribute 'value' failed to satisfy constraint: constant vector/tensor attribute}}
  "check.expect_eq_const"(%a0) <{value = 1 : i32}> : (tensor<2xf32>) -> ()
  return
}

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'check.expect_almost_eq' op operand #0 must be tensor of floating-point or complex-type values, but got 'tensor<2xi32>'}}
  "check.expect_almost_eq"(%a1, %a1) : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'check.expect_close' op failed to verify that all of {actual, expected} have same type}}
  "check.expect_close"(%a0, %a2) : (tensor<2xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// A tolerance must be named.
func.func @main(%a0: tensor<2xf32>) -> () {
  // expected-error@+1 {{custom op 'check.expect_almost_eq' expected 'tolerance'}}
  check.expect_almost_eq %a0, %a0, 1.0 : tensor<2xf32>
  return
}

// -----

func.func @expect_eq_0(%a0: tensor<2xf32>) {
  check.expect_eq %a0, %a0 : tensor<2xf32>
  return
}
func.func @expect_eq_1(%a0: tensor<2xf32>) {
  check.expect_eq %a0, %a0 {x = 1 : i32} : tensor<2xf32>
  return
}
func.func @expect_eq_const_2(%a0: tensor<2xf32>) {
  check.expect_eq_const %a0, dense<[0x7FC00000, -0.000000e+00]> : tensor<2xf32>
  return
}
func.func @expect_almost_eq_3(%a0: tensor<2xf32>) {
  check.expect_almost_eq %a0, %a0 : tensor<2xf32>
  return
}
func.func @expect_almost_eq_4(%a0: tensor<2xf32>) {
  check.expect_almost_eq %a0, %a0, tolerance = 1.000000e-03 : tensor<2xf32>
  return
}
func.func @expect_almost_eq_const_5(%a0: tensor<2xf32>) {
  check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>
  return
}
func.func @expect_almost_eq_const_6(%a0: tensor<2xf32>) {
  check.expect_almost_eq_const %a0, dense<1.500000e+00> : tensor<2xf32>, tolerance = 1.000000e-03 {x = 1 : i32}
  return
}
func.func @expect_close_7(%a0: tensor<2xf32>) {
  check.expect_close %a0, %a0, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  return
}
func.func @expect_close_8(%a0: tensor<2xf32>) {
  check.expect_close %a0, %a0, max_ulp_difference = 18446744073709551615, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  return
}
func.func @expect_close_9(%a0: tensor<2xf32>) {
  check.expect_close %a0, %a0, max_ulp_difference = 1, min_ulp_difference = 18446744073709551615 : tensor<2xf32>, tensor<2xf32>
  return
}
func.func @expect_serialized_eq_10(%a0: tensor<2xf32>) {
  check.expect_serialized_eq %a0, probe_id = "p" : tensor<2xf32>
  return
}
func.func @expect_serialized_eq_11(%a0: tensor<2xf32>) {
  check.expect_serialized_eq %a0, probe_id = "p", iter = 2 : tensor<2xf32>
  return
}

// print:
// unchanged

// -----

// A tolerance may stand in the dictionary.
func.func @tolerance_0(%a0: tensor<2xf32>) {
  check.expect_almost_eq %a0, %a0 {tolerance = 0.1 : f64} : tensor<2xf32>
  return
}
func.func @tolerance_1(%a0: tensor<2xf32>) {
  check.expect_almost_eq %a0, %a0, tolerance = 0.1 {x} : tensor<2xf32>
  return
}
func.func @tolerance_2(%a0: tensor<2xf32>) {
  check.expect_almost_eq_const %a0, dense<1.0> : tensor<2xf32> {tolerance = 0.1 : f64, x}
  return
}

// print:
// => func.func @tolerance_0(%a0: tensor<2xf32>) {
// =>   check.expect_almost_eq %a0, %a0, tolerance = 1.000000e-01 : tensor<2xf32>
// =>   return
// => }
// => func.func @tolerance_1(%a0: tensor<2xf32>) {
// =>   check.expect_almost_eq %a0, %a0, tolerance = 1.000000e-01 {x} : tensor<2xf32>
// =>   return
// => }
// => func.func @tolerance_2(%a0: tensor<2xf32>) {
// =>   check.expect_almost_eq_const %a0, dense<1.000000e+00> : tensor<2xf32>, tolerance = 1.000000e-01 {x}
// =>   return
// => }

// -----

// Defaults may be left out.
func.func @defaults(%a0: tensor<2xf32>) {
  "check.expect_close"(%a0, %a0) : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// print:
// => func.func @defaults(%a0: tensor<2xf32>) {
// =>   check.expect_close %a0, %a0, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
// =>   return
// => }
