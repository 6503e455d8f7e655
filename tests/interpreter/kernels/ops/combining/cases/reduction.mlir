// reduce and map: known reducers and general bodies, whole arrays and single elements.

// -----

// Reduce across no dimension combines with the init value.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<i32>) -> tensor<3xi32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [] : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 1, 2], 7
// => [7, 8, 9]
// cpp: the same

// -----

// Reduce sums of integers wrap around.
func.func @main(%a0: tensor<2x2xi8>, %a1: tensor<i8>) -> tensor<2xi8> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [1] : (tensor<2x2xi8>, tensor<i8>) -> tensor<2xi8>
  return %r0 : tensor<2xi8>
}

// run: [[100, 100], [-128, -1]], 0
// => [-56, 127]

// -----

// Reduce takes few elements in order.
func.func @main(%a0: tensor<4x9xi32>, %a1: tensor<i32>) -> tensor<9xi32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [0] : (tensor<4x9xi32>, tensor<i32>) -> tensor<9xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>)  {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %m = stablehlo.multiply %x, %three : tensor<i32>
    %s = stablehlo.add %m, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }
  return %r0 : tensor<9xi32>
}

// run: sample, 0
// cpp: the same

// -----

// Reduce by a body with control flow.
func.func @main(%a0: tensor<9x2xi32>, %a1: tensor<i32>) -> tensor<2xi32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [0] : (tensor<9x2xi32>, tensor<i32>) -> tensor<2xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>)  {
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = "stablehlo.if"(%c) ({
      stablehlo.return %y : tensor<i32>
    }, {
      stablehlo.return %x : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %r : tensor<i32>
  }
  return %r0 : tensor<2xi32>
}

// run: sample, -100
// cpp: the same

// -----

// Reduce accumulates in the type of the body.
func.func @main(%a0: tensor<3xi8>, %a1: tensor<i8>) -> tensor<i32> {
  %r0 = stablehlo.reduce(%a0 init: %a1) across dimensions = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
   reducer(%x: tensor<i32>, %y: tensor<i32>)  {
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }
  return %r0 : tensor<i32>
}

// run: [100, 100, 100], 1
// => 301

// -----

// Map of two inputs.
func.func @main(%a0: tensor<4x3xi32>, %a1: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %r0 = "stablehlo.map"(%a0, %a1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x0: tensor<i32>, %x1: tensor<i32>):
    %k = stablehlo.constant dense<3> : tensor<i32>
    %z = stablehlo.multiply %x0, %x1 : tensor<i32>
    %w = stablehlo.add %z, %k : tensor<i32>
    stablehlo.return %w : tensor<i32>
  }) : (tensor<4x3xi32>, tensor<4x3xi32>) -> tensor<4x3xi32>
  return %r0 : tensor<4x3xi32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Map to a constant.
func.func @main(%a0: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x0: tensor<i32>):
    %k = stablehlo.constant dense<3> : tensor<i32>
    stablehlo.return %k : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<4x3xi32>
  return %r0 : tensor<4x3xi32>
}

// run: sample
// cpp: the same

// -----

// Map of a body with control flow.
func.func @main(%a0: tensor<4x3xi32>) -> tensor<4x3xi32> {
  %r0 = "stablehlo.map"(%a0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x0: tensor<i32>):
    %k = stablehlo.constant dense<1> : tensor<i32>
    %c = stablehlo.compare GT, %x0, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = "stablehlo.if"(%c) ({
      %o = stablehlo.add %x0, %k : tensor<i32>
      stablehlo.return %o : tensor<i32>
    }, {
      stablehlo.return %k : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    stablehlo.return %q : tensor<i32>
  }) : (tensor<4x3xi32>) -> tensor<4x3xi32>
  return %r0 : tensor<4x3xi32>
}

// run: sample
// cpp: the same

// -----

// Reduce by a called function.
func.func @main(%x: tensor<3x500xi32>, %init: tensor<i32>) -> tensor<3xi32> {
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<3x500xi32>, tensor<i32>) -> tensor<3xi32>
   reducer(%p: tensor<i32>, %q: tensor<i32>)  {
    %r:2 = func.call @larger(%p, %q) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    stablehlo.return %r#1 : tensor<i32>
  }
  return %0 : tensor<3xi32>
}
func.func private @larger(%p: tensor<i32>, %q: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %c = stablehlo.compare GT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
  return %p, %r : tensor<i32>, tensor<i32>
}

// run: iota, 700
// => [700, 999, 1499]

// -----

// Reduce many complex numbers by one op (minimum).
func.func @main(%a0: tensor<50xcomplex<f32>>, %a1: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.minimum across dimensions = [0] : (tensor<50xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %r0 : tensor<complex<f32>>
}

// run: sample, (1.5, 1.0)
// => (-2.000000e+00,-1.000000e+00)

// -----

// Reduce many complex numbers by one op (maximum).
func.func @main(%a0: tensor<50xcomplex<f32>>, %a1: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %r0 = stablehlo.reduce(%a0 init: %a1) applies stablehlo.maximum across dimensions = [0] : (tensor<50xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %r0 : tensor<complex<f32>>
}

// run: sample, (1.5, 1.0)
// => (2.000000e+00,1.500000e+00)

// -----

// Equal values are combined as often as they repeat: the body adds one to each sum, which is as associative as a sum
// (0).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<40xi32> {
  %c = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<i32>) -> tensor<300x40xi32>
  %r0 = stablehlo.reduce(%c init: %a0) across dimensions = [0] : (tensor<300x40xi32>, tensor<i32>) -> tensor<40xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>)  {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %x, %y : tensor<i32>
    %t = stablehlo.add %s, %one : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }
  return %r0 : tensor<40xi32>
}

// run: -1, 2
// => 899

// -----

// Equal values are combined as often as they repeat: the body adds one to each sum, which is as associative as a sum
// (1).
func.func @main(%a0: tensor<i32>, %a1: tensor<i32>) -> tensor<300xi32> {
  %c = stablehlo.broadcast_in_dim %a1, dims = [] : (tensor<i32>) -> tensor<300x40xi32>
  %r0 = stablehlo.reduce(%c init: %a0) across dimensions = [1] : (tensor<300x40xi32>, tensor<i32>) -> tensor<300xi32>
   reducer(%x: tensor<i32>, %y: tensor<i32>)  {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %x, %y : tensor<i32>
    %t = stablehlo.add %s, %one : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }
  return %r0 : tensor<300xi32>
}

// run: -1, 2
// => 119
