// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// rng_c1
func.func @main(%a0: tensor<f32>, %a1: tensor<f64>, %a2: tensor<2xi64>) -> (tensor<?x?xf32>) {
  // expected-error@+1 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type (C1)}}
  %r0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f64>, tensor<2xi64>) -> (tensor<?x?xf32>)
  return %r0 : tensor<?x?xf32>
}

// cpp: all of {a, b, result} have same element type

// -----

// rng_c2
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<2xi64>) -> (tensor<?x?xi32>) {
  // expected-error@+1 {{'stablehlo.rng' op mu and sigma must be floats (C2)}}
  %r0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<i32>, tensor<i32>, tensor<2xi64>) -> (tensor<?x?xi32>)
  return %r0 : tensor<?x?xi32>
}

// cpp: mu and sigma must be floats

// -----

// rng_c3
func.func @main(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<2xi64>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.rng' op inferred type(s) 'tensor<?x?xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.rng"(%a0, %a1, %a2) <{rng_distribution = #stablehlo<rng_distribution UNIFORM>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// rng_bit_generator_c1
func.func @main(%a0: tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>' (C1)}}
  %r0, %r1 = "stablehlo.rng_bit_generator"(%a0) <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %r0, %r1 : tensor<3xui64>, tensor<4xui32>
}

// cpp: must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'
