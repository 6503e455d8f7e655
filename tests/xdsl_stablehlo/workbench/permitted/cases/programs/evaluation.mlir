// Programs of test_evaluation.py: The results that the specification permits: expected ends are from IEEE 754, from
// error bounds, or by counting.

// -----
// products of matrices are sums in any order
func.func @main(%x: tensor<1x3xf32>, %y: tensor<3x1xf32>) -> tensor<1x1xf32> {
      %r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
      return %r : tensor<1x1xf32> }

// -----
// product
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %s = stablehlo.add %x, %y : tensor<3xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %r = stablehlo.reduce(%s init: %one) applies stablehlo.multiply across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----
// power
func.func @main(%x: tensor<f32>, %y: tensor<f32>, %e: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %x, %y : tensor<f32>
  %r = stablehlo.power %s, %e : tensor<f32>
  return %r : tensor<f32>
}

// -----
// undecided
func.func @main(%x: tensor<f32>, %y: tensor<f32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %s = stablehlo.add %x, %y : tensor<f32>
  %p = stablehlo.compare GT, %s, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
  BODY
  return %r : tensor<f32>
}

// -----
// loop
%r = stablehlo.while(%i = %s) : tensor<f32>
  cond {
    %c = stablehlo.compare GT, %i, %x : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %x : tensor<f32>
  }

// -----
// broadcast
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1500000000x300000000xf32>
  %1 = stablehlo.abs %0 : tensor<1500000000x300000000xf32>
  %2 = stablehlo.reshape %1 : (tensor<1500000000x300000000xf32>) -> tensor<450000000000000000xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<450000000000000000xf32>) -> tensor<1xf32>
  %r = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----
// of a shape
func.func @main(%x: tensor<1xf32>, %n: tensor<2xi32>) -> tensor<?x?xf32> {
  %r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0] : (tensor<1xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----
// endless
func.func @main(%x: tensor<i1>) -> tensor<i1> {
  %r = stablehlo.while(%i = %x) : tensor<i1> cond {
    stablehlo.return %x : tensor<i1>
  } do {
    stablehlo.return %i : tensor<i1>
  }
  return %r : tensor<i1>
}

// -----
// a result of another shape than declared is open
func.func @main(%x: tensor<3xf32>, %n: tensor<1xi32>) -> tensor<3x3xf32> {
      %r = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [0]
        : (tensor<3xf32>, tensor<1xi32>) -> tensor<3x3xf32>
      return %r : tensor<3x3xf32>
    }

// -----
// sums that a value from outside selects are open
func.func @main(%x: tensor<4xf32>, %s: tensor<1xf32>, %p: tensor<i1>) -> tensor<4xf32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 4>}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        stablehlo.return %p : tensor<i1>
      }, {
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
      }) : (tensor<4xf32>, tensor<1xf32>, tensor<f32>) -> tensor<4xf32>
      return %r : tensor<4xf32>
    }
