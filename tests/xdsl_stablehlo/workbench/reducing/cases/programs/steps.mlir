// Programs of test_steps.py: What each step makes of a small program, on its last target: what has to be there
// afterwards, and what has not.

// -----
// call
func.func public @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %s, %t = call @g(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>)
  return %s : tensor<2xf32>
}
func.func private @g(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<f32>) {
  %0 = stablehlo.abs %x : tensor<2xf32>
  %1 = stablehlo.constant dense<3.0> : tensor<f32>
  return %0, %1 : tensor<2xf32>, tensor<f32>
}

// -----
// tuple
func.func @main(%x: tensor<2xf32>, %y: tensor<i32>) -> tensor<i32> {
  %t = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<i32>>
  %r = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>, tensor<i32>>) -> tensor<i32>
  return %r : tensor<i32>
}

// -----
// chain
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %a = stablehlo.abs %x : tensor<4xf64>
  %s = stablehlo.add %a, %x : tensor<4xf64>
  return %s : tensor<4xf64>
}

// -----
// unread
func.func @main(%x: tensor<f32>) {
  %0 = stablehlo.abs %x : tensor<f32>
  %1 = stablehlo.add %0, %0 : tensor<f32>
  return
}

// -----
// known
func.func @main() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[3, -4]> : tensor<2xi32>
  %1 = stablehlo.abs %0 : tensor<2xi32>
  return %1 : tensor<2xi32>
}

// -----
// scalar
func.func @main() -> tensor<f64> {
  %0 = stablehlo.constant dense<3.0> : tensor<f64>
  return %0 : tensor<f64>
}

// -----
// case
func.func @main(%i: tensor<i32>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.abs %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----
// loop
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %x) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.negate %i : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return %0 : tensor<i32>
}

// -----
// slice
func.func @main(%x: tensor<6xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [0:3] : (tensor<6xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----
// named
func.func @main(%x: tensor<f32> {jax.arg_info = "x"}) -> tensor<f32> {
  return %x : tensor<f32>
}
