// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// map_c1
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<3x4xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires the same shape for all operands and results (C1)}}
  %r0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<3x4xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: requires the same shape for all operands

// -----

// map_c3
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op requires monotonically increasing dimension numbers, but got: 1, 0 (C3)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 1, 0>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: monotonically increasing dimension numbers

// -----

// map_c3_subset
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op applied to a subset of dimensions currently not supported: operand dimensions = 2, requested map dimensions size = 1 (C3)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: operand dimensions = 2, requested map dimensions size = 1

// -----

// map_c4_arity
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects number of operands to match the arity of map computation, but got: 1 and 2 (C4)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: arity of map computation, but got: 1 and 2

// -----

// map_c4_rank
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op computation arguments must be 0-rank tensor, but got: arg #0 of type 'tensor<2xf32>' (C4)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<2xf32>):
    "stablehlo.return"(%x) : (tensor<2xf32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: must be 0-rank tensor, but got: arg #0 of type 'tensor<2xf32>'

// -----

// map_c4_element
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op element type of operands and computation arguments must match, but got: 'f32' and 'i32' (C4)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: arguments must match, but got: 'f32' and 'i32'

// -----

// map_c4_outputs
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op computation must return single output, but got: 2 (C4)}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x, %x) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xf32>)
  return %r0 : tensor<4x3xf32>
}

// cpp: must return single output, but got: 2

// -----

// map_c4_result
func.func @main(%a0: tensor<4x3xf32>) -> (tensor<4x3xi32>) {
  // expected-error@+1 {{'stablehlo.map' op inferred type(s) 'tensor<4x3xf32>' are incompatible with return type(s) of operation 'tensor<4x3xi32>'}}
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>) -> (tensor<4x3xi32>)
  return %r0 : tensor<4x3xi32>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_c1
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<4x2xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0 (C1)}}
  %r0, %r1 = "stablehlo.reduce"(%a0, %a1, %a2, %a3) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x2xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %r0, %r1 : tensor<4xf32>, tensor<4xf32>
}

// cpp: Shape at input-index 1 is not compatible with shape at input-index 0

// -----

// reduce_c2
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<i32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>' (C2, C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<i32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: expected to be promotable from the op's

// -----

// reduce_c4
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Out-of-bounds dimension 2, expected to be in range [0, 2) (C4)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: Out-of-bounds dimension 2, expected to be in range [0, 2)

// -----

// reduce_c4_negative
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Out-of-bounds dimension -1, expected to be in range [0, 2) (C4)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: -1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: Out-of-bounds dimension -1

// -----

// reduce_c5
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Duplicate reduction dimension: 1 (C5)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1, 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<f32>)
  return %r0 : tensor<f32>
}

// cpp: Duplicate reduction dimension: 1

// -----

// reduce_c6_arguments
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: must take 2 parameters, but takes 1

// -----

// reduce_c6_returns
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region here must produce 1 tensors, but produces 2 instead (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: must produce 1 tensors, but produces 2

// -----

// reduce_c6_first
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>' (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%y: tensor<i32>, %x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: parameter at index 0 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'

// -----

// reduce_c6_second
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The type of reduction-region's parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>' (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<i32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: parameter at index 1 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<f32>'

// -----

// reduce_c6_shape
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The shape of reduction-region's result type at index 0 differs from the op's corresponding init-value type: 'tensor<1xf32>' vs 'tensor<f32>' (C2, C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>):
    "stablehlo.return"(%x) : (tensor<1xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: differs from the op's corresponding init-value type: 'tensor<1xf32>' vs 'tensor<f32>'

// -----

// reduce_c6_promotable
func.func @main(%a0: tensor<4x3xi32>, %a1: tensor<i8>) -> (tensor<4xi8>) {
  // expected-error@+1 {{'stablehlo.reduce' op The element-type of reduction-region's argument at index 1 is expected to be promotable from 'i32', but got 'i8' (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<i8>, %y: tensor<i8>):
    "stablehlo.return"(%x) : (tensor<i8>) -> ()
  }) : (tensor<4x3xi32>, tensor<i8>) -> (tensor<4xi8>)
  return %r0 : tensor<4xi8>
}

// cpp: argument at index 1 is expected to be promotable from 'i32', but got 'i8'

// -----

// reduce_c6_rank
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The rank of reduction-region's argument at index 1 is expected to be <= 0, got 1 (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 0>}> ({^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<f32>)
  return %r0 : tensor<f32>
}

// cpp: argument at index 1 is expected to be <= 0, got 1

// -----

// reduce_c6_dimensions
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<5xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op The shape of reduction-region's argument at index 1 is not compatible with that of reduce-op's input-parameter at index 0 (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<5xf32>, %y: tensor<5xf32>):
    "stablehlo.return"(%x) : (tensor<5xf32>) -> ()
  }) : (tensor<4x3xf32>, tensor<5xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: is not compatible with that of reduce-op's input-parameter at index 0

// -----

// reduce_c7
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_c8
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf64>) {
  // expected-error@+1 {{'stablehlo.reduce' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4xf64>'}}
  %r0 = "stablehlo.reduce"(%a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<f32>) -> (tensor<4xf64>)
  return %r0 : tensor<4xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// map_c2
func.func @main() -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.map' op expected 1 or more operands, but found 0 (C2)}}
  %r0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%c) : (tensor<f32>) -> ()
  }) : () -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----

// reduce_c3
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Operation has 3 operands for 2 variadic operands marked as having the same size.}}
  %r0 = "stablehlo.reduce"(%a0, %a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// reduce_c6_parameters
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region must take 2 parameters, but takes 4 parameter(s) (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
