// reduce and map: what they reject, what they infer, how they are printed.

// -----

// Map c2 needs an input.
func.func @main() -> (tensor<f32>) {
  // expected-error@+1 {{'stablehlo.map' op expected 1 or more operands, but found 0 (C2)}}
  %r0 = "stablehlo.map"() <{dimensions = array<i64>}> ({
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    "stablehlo.return"(%c) : (tensor<f32>) -> ()
  }) : () -> tensor<f32>
  return %r0 : tensor<f32>
}

// -----

// Reduce c3 needs as many init values as inputs.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Operation has 3 operands for 2 variadic operands marked as having the same size.}}
  %r0 = "stablehlo.reduce"(%a0, %a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Reduce c3 needs as many init values as inputs.
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op Reduction-region must take 2 parameters, but takes 4 parameter(s) (C6)}}
  %r0 = "stablehlo.reduce"(%a0, %a0, %a1) <{dimensions = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (subtract).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.subtract across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (negate).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.negate across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (constant).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.constant across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// -----

// Only commutative ops are applied (nonsense).
func.func @main(%a0: tensor<4x3xf32>, %a1: tensor<f32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expected the inner-op to be a commutative binary-op from the stablehlo dialect, with zero region, producing single result}}
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.nonsense across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
