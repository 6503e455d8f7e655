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
