// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// reduce_window_c2
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<4x5xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects all inputs to have compatible shapes. Shape at input-index 1 is not compatible with shape at input-index 0 (C2)}}
  %r0, %r1 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x5xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return %r0, %r1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// cpp: Shape at input-index 1 is not compatible with shape at input-index 0

// -----

// reduce_window_c3
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<i32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>' (C3, C13)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<i32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expected to be promotable from the

// -----

// reduce_window_c4
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window-dimensions size == input rank, but got window-dimensions size: 1 and input: 'tensor<4x6xf32>' with rank = 2. (C4)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: but got window-dimensions size: 1 and input: 'tensor<4x6xf32>' with rank = 2.

// -----

// reduce_window_c5
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window to have positive value for 1-th window dimension, but got 0. (C5)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 0>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window to have positive value for 1-th window dimension, but got 0.

// -----

// reduce_window_c6
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1. (C6)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1.

// -----

// reduce_window_c7
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window to have positive stride for 1-th window dimension, but got 0. (C7)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 0>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window to have positive stride for 1-th window dimension, but got 0.

// -----

// reduce_window_c8
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 3. (C8)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 1, 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects base-dilation factors to have same dimension-size as size of window dimensions (2), but got: 3.

// -----

// reduce_window_c9
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window to have positive base dilation factor for 1-th window dimension, but got 0. (C9)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, base_dilations = array<i64: 1, 0>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window to have positive base dilation factor for 1-th window dimension, but got 0.

// -----

// reduce_window_c10
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1. (C10)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 1>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window-dilation factors to have same dimension-size as size of window dimensions (2), but got: 1.

// -----

// reduce_window_c11
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window to have positive window dilation factor for 1-th window dimension, but got 0. (C11)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, window_dilations = array<i64: 1, 0>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects window to have positive window dilation factor for 1-th window dimension, but got 0.

// -----

// reduce_window_c12
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects the shape of padding-attribute to be {N, 2}, but got {2, 3}. (C12)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x3xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects the shape of padding-attribute to be {N, 2}, but got {2, 3}.

// -----

// reduce_window_c12_size
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1. (C12)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: expects padding-entries to have same dimension-size as size of window dimensions (2), but got: 1.

// -----

// reduce_window_c13
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C13)}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf32>)
  return %r0 : tensor<2x3xf32>
}

// cpp: must take 2 parameters, but takes 1

// -----

// reduce_window_c14
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<4x6xf32>, %a2: tensor<f32>, %a3: tensor<f32>) -> (tensor<2x3xf32>, tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>', 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>', 'tensor<2x2xf32>'}}
  %r0, %r1 = "stablehlo.reduce_window"(%a0, %a1, %a2, %a3) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x6xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x2xf32>)
  return %r0, %r1 : tensor<2x3xf32>, tensor<2x2xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_window_c15
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<3x3xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<3x3xf32>'}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<3x3xf32>)
  return %r0 : tensor<3x3xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_window_c16
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<f32>) -> (tensor<2x3xf64>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<2x3xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf64>'}}
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<f32>) -> (tensor<2x3xf64>)
  return %r0 : tensor<2x3xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// select_and_scatter_c1
func.func @main(%a0: tensor<4x6xi32>, %a1: tensor<2x3xi64>, %a2: tensor<i64>) -> (tensor<4x6xi64>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects source-type to be 'tensor<2x3xi32>', but got'tensor<2x3xi64>' (C1, C2)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<i64>, %y: tensor<i64>):
    "stablehlo.return"(%x) : (tensor<i64>) -> ()
  }) : (tensor<4x6xi32>, tensor<2x3xi64>, tensor<i64>) -> (tensor<4x6xi64>)
  return %r0 : tensor<4x6xi64>
}

// cpp: expects source-type to be 'tensor<2x3xi32>', but got'tensor<2x3xi64>'

// -----

// select_and_scatter_c2
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x2xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects source-type to be 'tensor<2x3xf32>', but got'tensor<2x2xf32>' (C1, C2)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects source-type to be 'tensor<2x3xf32>', but got'tensor<2x2xf32>'

// -----

// select_and_scatter_c3
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<i32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>' (C3, C10)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expected to be promotable from the

// -----

// select_and_scatter_c4
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window-dimensions size == operand rank, but got window-dimensions size: 1 and operand-type: 'tensor<4x6xf32>' with rank = 2. (C4)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: but got window-dimensions size: 1 and operand-type: 'tensor<4x6xf32>'

// -----

// select_and_scatter_c5
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window to have positive value for 0-th window dimension, but got 0. (C5)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 0, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: positive value for 0-th window dimension, but got 0.

// -----

// select_and_scatter_c6
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window-strides to have same dimension-size as size of window dimensions (2), but got: 1. (C6)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects window-strides to have same dimension-size

// -----

// select_and_scatter_c7
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects window to have positive stride for 1-th window dimension, but got -2. (C7)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, -2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: positive stride for 1-th window dimension, but got -2.

// -----

// select_and_scatter_c8
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the shape of padding-attribute to be {N, 2}, but got {2}. (C8)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: to be {N, 2}, but got {2}.

// -----

// select_and_scatter_c9
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the select-region to take 2 parameters, but takes 1 (C9)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects the select-region to take 2 parameters, but takes 1

// -----

// select_and_scatter_c9_arguments
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the type of select-region's parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>' (C9)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: parameter at index 0 to be 'tensor<f32>', but got 'tensor<i32>'

// -----

// select_and_scatter_c9_result
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>' (C9)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects the return-type of select-region to be tensor<i1>

// -----

// select_and_scatter_c9_results
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects select-region to return single value, but got: 2 (C9)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: expects select-region to return single value, but got: 2

// -----

// select_and_scatter_c10
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C10)}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf32>)
  return %r0 : tensor<4x6xf32>
}

// cpp: must take 2 parameters, but takes 1

// -----

// select_and_scatter_c11
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x5xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x5xf32>'}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x5xf32>)
  return %r0 : tensor<4x5xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// select_and_scatter_c12
func.func @main(%a0: tensor<4x6xf32>, %a1: tensor<2x3xf32>, %a2: tensor<f32>) -> (tensor<4x6xf64>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op inferred type(s) 'tensor<4x6xf32>' are incompatible with return type(s) of operation 'tensor<4x6xf64>'}}
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = "stablehlo.compare"(%x, %y) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%s) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (tensor<4x6xf64>)
  return %r0 : tensor<4x6xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// reduce_window_c1
func.func @main() {
  // expected-error@+1 {{'stablehlo.reduce_window' op requires at least 1 input value (C1)}}
  "stablehlo.reduce_window"() <{window_dimensions = array<i64>}> ({
    stablehlo.return
  }) : () -> ()
  return
}
