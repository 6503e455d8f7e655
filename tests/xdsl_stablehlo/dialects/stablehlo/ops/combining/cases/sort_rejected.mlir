// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// sort_c1
func.func @main() -> () {
  // expected-error@+1 {{'stablehlo.sort' op expected 1 or more operands, but found 0 (C1)}}
  "stablehlo.sort"() <{dimension = 0 : i64}> ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : () -> ()
  return
}

// cpp: expected 1 or more operands

// -----

// sort_c2
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf64>) {
  // expected-error@+1 {{'stablehlo.sort' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf64>'}}
  %r0 = "stablehlo.sort"(%a0) <{dimension = 0 : i64}> ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf64>)
  return %r0 : tensor<2x3xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// sort_c3
func.func @main(%a0: tensor<2x3xf32>, %a1: tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op requires the same shape for all operands and results (C1, C3)}}
  %r0, %r1 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64}> ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x4xf32>) -> (tensor<2x3xf32>, tensor<2x4xf32>)
  return %r0, %r1 : tensor<2x3xf32>, tensor<2x4xf32>
}

// cpp: requires the same shape for all operands and results

// -----

// sort_c4
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op dimension attribute value must be in range [-2, 2), but found 2 (C4)}}
  %r0 = "stablehlo.sort"(%a0) <{dimension = 2 : i64}> ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: dimension attribute value must be in range [-2, 2), but found 2

// -----

// sort_c4_negative
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op dimension attribute value must be in range [-2, 2), but found -3 (C4)}}
  %r0 = "stablehlo.sort"(%a0) <{dimension = -3 : i64}> ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: dimension attribute value must be in range [-2, 2), but found -3

// -----

// sort_c5_count
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block should have 2 arguments (C5)}}
  %r0 = "stablehlo.sort"(%a0) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %x2: tensor<f32>, %x3: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: comparator block should have 2 arguments

// -----

// sort_c5_type
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<f64>' (C5)}}
  %r0 = "stablehlo.sort"(%a0) ({^bb0(%x0: tensor<f64>, %x1: tensor<f64>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: comparator block argument #0 should be of type 'tensor<f32>' but got 'tensor<f64>'

// -----

// sort_c5_results
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return single output but got 2 (C5)}}
  %r0 = "stablehlo.sort"(%a0) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.compare GT, %x0, %x1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r, %r : tensor<i1>, tensor<i1>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: comparator must return single output but got 2

// -----

// sort_c5_result
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op comparator must return tensor<i1> but got 'tensor<f32>' (C5)}}
  %r0 = "stablehlo.sort"(%a0) ({^bb0(%x0: tensor<f32>, %x1: tensor<f32>):
    %r = stablehlo.add %x0, %x1 : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<2x3xf32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: comparator must return tensor<i1> but got 'tensor<f32>'
