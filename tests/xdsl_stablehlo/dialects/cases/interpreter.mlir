// The interpreter dialect: what its ops reject, how they are built and printed.

// -----

// Rejected.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xi32>, %a2: tensor<3xf32>) -> () {
  // expected-error@+1 {{'interpreter.probe' op requires the same type for all operands and results}}
  %r = "interpreter.probe"(%a0) <{probe_id = "p"}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}
