// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// get_dimension_size_c1
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<i32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires dimension attribute in range [0, 2); found (2) (C1)}}
  %r0 = "stablehlo.get_dimension_size"(%a0) <{dimension = 2 : i64}> : (tensor<2x3xf32>) -> (tensor<i32>)
  return %r0 : tensor<i32>
}

// cpp: requires dimension attribute in range [0, 2); found (2)

// -----

// get_dimension_size_c1_negative
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<i32>) {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op attribute 'dimension' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.get_dimension_size"(%a0) <{dimension = -1 : i64}> : (tensor<2x3xf32>) -> (tensor<i32>)
  return %r0 : tensor<i32>
}

// cpp: 'dimension' failed to satisfy constraint
