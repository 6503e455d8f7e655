// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// constant_c1
func.func @main() -> (tensor<3xi32>) {
  // expected-error@+1 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<3xi32>'}}
  %r0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> (tensor<3xi32>)
  return %r0 : tensor<3xi32>
}

// cpp: incompatible with return type(s) of operation

// -----

// constant_c1_element
func.func @main() -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.constant' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation
