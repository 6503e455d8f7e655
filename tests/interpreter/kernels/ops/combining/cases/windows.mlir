// reduce_window and select_and_scatter against the oracle, and the windows themselves.

// -----

// Reduce window padding is the init value.
func.func @main(%a0: tensor<2xi32>, %a1: tensor<i32>) -> tensor<3xi32> {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<1> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [1, 2], 10
// => [21, 13, 22]

// -----

// Reduce window negative padding removes elements.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<i32>) -> tensor<4xi32> {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<[[-1, 2]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// run: [1, 2, 3, 4], 0
// => [5, 7, 4, 0]
// cpp: the same

// -----

// Reduce window body of several ops that are not elementwise.
func.func @main(%a0: tensor<3xf32>, %a1: tensor<f32>) -> tensor<2xf32> {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %u = stablehlo.reshape %y : (tensor<f32>) -> tensor<1xf32>
    %v = stablehlo.reshape %u : (tensor<1xf32>) -> tensor<f32>
    %z = stablehlo.add %x, %v : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// run: [1.0, 2.0, 3.0], 10.0
// => [1.300000e+01, 1.500000e+01]
// cpp: the same

// -----

// Reduce window without windows by a body of several ops.
func.func @main(%a0: tensor<2xf32>, %a1: tensor<f32>) -> tensor<0xf32> {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{window_dimensions = array<i64: 40>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %u = stablehlo.negate %y : tensor<f32>
    %z = stablehlo.subtract %x, %u : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<0xf32>
  return %r0 : tensor<0xf32>
}

// run: [1.0, 1.0], 0.0
// => 
// cpp: the same

// -----

// Select and scatter of windows of one element.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<3xi32>, %a2: tensor<i32>) -> tensor<3xi32> {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3xi32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [5, 1, 2], [1, 2, 3], 10
// => [11, 12, 13]

// -----

// Select and scatter the init value counts once.
func.func @main(%a0: tensor<2xi32>, %a1: tensor<2xi32>, %a2: tensor<i32>) -> tensor<2xi32> {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %p = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %r0 : tensor<2xi32>
}

// run: [1, 5], [2, 3], 10
// => [10, 15]

// -----

// Select and scatter the first of equals is chosen by ge.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<1xf32>, %a2: tensor<f32>) -> tensor<4xf32> {
  %r0 = "stablehlo.select_and_scatter"(%a0, %a1, %a2) <{window_dimensions = array<i64: 4>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// run: [1.0, 7.0, 7.0, 2.0], [5.0], 0.0
// => [0.000000e+00, 5.000000e+00, 0.000000e+00, 0.000000e+00]
// cpp: the same

// -----

// Reduce window takes an empty padding for none.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<i32>) -> tensor<3xi32> {
  %r0 = "stablehlo.reduce_window"(%a0, %a1) <{padding = dense<> : tensor<0x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 1, 2, 3], 0
// => [1, 3, 5]
