// scatter: where updates go, in which order, and which are skipped.

// -----

// Scatter with batching dimensions.
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32> {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> tensor<2x3x4x2xi32>
  return %r0 : tensor<2x3x4x2xi32>
}

// run: sample, [[[[3, 2], [1, 0], [0, -1]], [[-1, -1], [-1, 3], [2, 3]]], [[[1, 2], [3, 2], [2, 1]], [[1, 3], [0, 3], [2, -1]]]], sample 5
// cpp: the same

// -----

// Scatter unsigned indices beyond the signed range are out of bounds.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<2x1xui64>, %a2: tensor<2xi32>) -> tensor<3xi32> {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xui64>, tensor<2xi32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 0, 0], [[18446744073709551615], [1]], [5, 7]
// => [0, 7, 0]

// -----

// Scatter leaves its operand alone and does two at once.
func.func @main() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) {
  %i = stablehlo.constant dense<[[1], [0], [1]]> : tensor<3x1xi64>
  %u = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = stablehlo.constant dense<[5.000000e-01, 1.500000e+00, 2.500000e+00]> : tensor<3xf32>
  %x = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %y = stablehlo.constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
  %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<f32>, %s: tensor<i32>, %t: tensor<f32>):
    %a = stablehlo.add %p, %s : tensor<i32>
    stablehlo.return %a, %t : tensor<i32>, tensor<f32>
  }) : (tensor<2xi32>, tensor<2xf32>, tensor<3x1xi64>, tensor<3xi32>, tensor<3xf32>) -> (tensor<2xi32>, tensor<2xf32>)
  return %x, %r#0, %r#1 : tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
}

// run:
// => [10, 20]
// => [12, 24]
// => [1.500000e+00, 2.500000e+00]

// -----

// Scatter of nothing by a general body.
func.func @main(%a0: tensor<3xi32>, %a1: tensor<2x1xi64>, %a2: tensor<2xi32>) -> tensor<3xi32> {
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.subtract %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<3xi32>
  return %r0 : tensor<3xi32>
}

// run: [0, 1, 2], [[-1], [3]], [1, 1]
// => [0, 1, 2]
// cpp: the same

// -----

// A loop that scatters into a tensor.
func.func @main(%a0: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %acc = %a0) : tensor<i32>, tensor<5xi32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %two : tensor<i32>
    %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %same = stablehlo.optimization_barrier %acc : tensor<5xi32>
    %0 = "stablehlo.scatter"(%acc, %at, %i) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %z : tensor<i32>
    }) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
    %new = stablehlo.add %0, %0 : tensor<5xi32>
    stablehlo.return %j, %new : tensor<i32>, tensor<5xi32>
  }
  return %r#1, %a0 : tensor<5xi32>, tensor<5xi32>
}

// run: iota
// => [0, 32, 96, 96, 160]
// => [0, 1, 2, 3, 4]

// -----

// A loop that scatters into a tensor.
func.func @main(%a0: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %acc = %a0) : tensor<i32>, tensor<5xi32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %two : tensor<i32>
    %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %same = stablehlo.optimization_barrier %acc : tensor<5xi32>
    %0 = "stablehlo.scatter"(%acc, %at, %i) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %z = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %z : tensor<i32>
    }) : (tensor<5xi32>, tensor<1xi32>, tensor<i32>) -> tensor<5xi32>
    %new = stablehlo.add %0, %same : tensor<5xi32>
    stablehlo.return %j, %new : tensor<i32>, tensor<5xi32>
  }
  return %r#1, %a0 : tensor<5xi32>, tensor<5xi32>
}

// run: iota
// => [0, 32, 80, 96, 144]
// => [0, 1, 2, 3, 4]
