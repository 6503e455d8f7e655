// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// get_tuple_element_c1
func.func @main(%a0: tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op index 2 is out of bounds of operand with size 2 (C1)}}
  %r0 = "stablehlo.get_tuple_element"(%a0) <{index = 2 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: index 2 is out of bounds of operand with size 2

// -----

// get_tuple_element_c1_negative
func.func @main(%a0: tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op attribute 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %r0 = "stablehlo.get_tuple_element"(%a0) <{index = -1 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: 'index' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative

// -----

// get_tuple_element_c2
func.func @main(%a0: tuple<tensor<2xf32>, !stablehlo.token>) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation '!stablehlo.token'}}
  %r0 = "stablehlo.get_tuple_element"(%a0) <{index = 0 : i32}> : (tuple<tensor<2xf32>, !stablehlo.token>) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// cpp: incompatible with return type(s) of operation

// -----

// optimization_barrier_c1
func.func @main(%a0: tensor<2xf32>) -> (tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0 (C1)}}
  %r0 = "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> (tensor<2xf64>)
  return %r0 : tensor<2xf64>
}

// cpp: requires the same type for operand and result at index 0

// -----

// optimization_barrier_c1_count
func.func @main(%a0: tensor<2xf32>, %a1: tensor<2xf32>) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same number of operands and results (C1)}}
  %r0 = "stablehlo.optimization_barrier"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}

// cpp: requires the same number of operands and results

// -----

// tuple_c1
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (tuple<tensor<2xf32>, tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.tuple' op inferred type(s) 'tuple<tensor<2xf32>, !stablehlo.token>' are incompatible with return type(s) of operation 'tuple<tensor<2xf32>, tensor<2xf32>>'}}
  %r0 = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, !stablehlo.token) -> (tuple<tensor<2xf32>, tensor<2xf32>>)
  return %r0 : tuple<tensor<2xf32>, tensor<2xf32>>
}

// cpp: incompatible with return type(s) of operation
