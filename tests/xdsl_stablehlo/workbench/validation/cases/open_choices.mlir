// What the specification leaves open: allowed where the program before does it, refuted where only the rewrite does.

// -----

func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %k, %r0 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}

// after: A stable sort for any.
func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %k, %r0 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}
// verdict: not refuted

// after: Equal keys the other way round.
func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %x = stablehlo.reverse %a0, dims = [0] : tensor<4xi8>
  %y = stablehlo.reverse %a1, dims = [0] : tensor<4xi32>
  %k, %r0 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}
// verdict: allowed difference: order of equal keys ("If is_stable is true, then the sorting is stable, that is, relative order of elements considered to be equal by the comparator is preserved; spec: sort")

// -----

func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %k, %r0 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}

// after: Any sort for a stable.
func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %k, %r0 = "stablehlo.sort"(%a0, %a1) <{dimension = 0 : i64, is_stable = false}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// after: A stable sort the other way round.
func.func @main(%a0: tensor<4xi8>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %x = stablehlo.reverse %a0, dims = [0] : tensor<4xi8>
  %y = stablehlo.reverse %a1, dims = [0] : tensor<4xi32>
  %k, %r0 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi8>, tensor<4xi32>) -> (tensor<4xi8>, tensor<4xi32>)
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %a0, %a1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Updates the other way round.
func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %x = stablehlo.reverse %a0, dims = [0] : tensor<3x1xi64>
  %y = stablehlo.reverse %a1, dims = [0] : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %x, %y) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: allowed difference: order of updates to one element ("schedule is an implementation-defined permutation of index_space(updates[0]); spec: scatter")

// after: A promise that nobody made.
func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %a0, %a1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %a0, %a1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Sums of updates the other way round.
func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %x = stablehlo.reverse %a0, dims = [0] : tensor<3x1xi64>
  %y = stablehlo.reverse %a1, dims = [0] : tensor<3xi32>
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %x, %y) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: not refuted

// -----

func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %a0, %a1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: A promise that is broken.
func.func @main(%a0: tensor<3x1xi64>, %a1: tensor<3xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<0> : tensor<4xi32>
  %r0 = "stablehlo.scatter"(%z, %a0, %a1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<3x1xi64>, tensor<3xi32>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: allowed difference: updates to one element in spite of unique_indices ("If unique_indices is true but the indices being scattered to are not unique then the behavior is undefined; spec: scatter")

// -----

func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// after: An init value left out.
func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}
// verdict: allowed difference: order of reductions and use of init values ("schedule is an implementation-defined full binary tree [...] Interspersed with an implementation-defined amount of init_values_converted at implementation-defined positions; spec: reduce")

// after: An init value used once more.
func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %t = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %m = stablehlo.constant dense<5> : tensor<i32>
  %r0 = stablehlo.add %t, %m : tensor<i32>
  return %r0 : tensor<i32>
}
// verdict: allowed difference: order of reductions and use of init values ("schedule is an implementation-defined full binary tree [...] Interspersed with an implementation-defined amount of init_values_converted at implementation-defined positions; spec: reduce")

// after: Another init value.
func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<6> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}

// after: A neutral init value changed.
func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %t = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %m = stablehlo.constant dense<5> : tensor<i32>
  %r0 = stablehlo.add %t, %m : tensor<i32>
  return %r0 : tensor<i32>
}

// after: An init value used as often as wanted.
func.func @main(%a0: tensor<4xi32>) -> tensor<i32> {
  %i = stablehlo.constant dense<5> : tensor<i32>
  %r0 = stablehlo.reduce(%a0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %r0 : tensor<i32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<2x2xf32>) -> tensor<2x2xi32> {
  %r0 = stablehlo.convert %a0 : (tensor<2x2xf32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}

// after: Floats too large for an integer.
func.func @main(%a0: tensor<2x2xf32>) -> tensor<2x2xi32> {
  %l = stablehlo.constant dense<-2.14748365E+9> : tensor<f32>
  %h = stablehlo.constant dense<2.14748352E+9> : tensor<f32>
  %c = stablehlo.clamp %l, %a0, %h : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %r0 = stablehlo.convert %c : (tensor<2x2xf32>) -> tensor<2x2xi32>
  return %r0 : tensor<2x2xi32>
}
// verdict: allowed difference: conversion of a float to integers that do not hold it ("If the truncated value cannot be represented in the destination type, the behavior is TBD; spec: convert")

// -----

func.func @main() -> tensor<4xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<9> : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r0 = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Nothing random.
func.func @main() -> tensor<4xi32> {
  %r0 = stablehlo.constant dense<3> : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: allowed difference: random numbers ("The exact way how random numbers are generated is implementation-defined; spec: rng, rng_bit_generator")

// -----

func.func @main() -> tensor<4xi32> {
  %r0 = stablehlo.constant dense<3> : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Random numbers from nowhere.
func.func @main() -> tensor<4xi32> {
  %l = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.constant dense<9> : tensor<i32>
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %r0 = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: refuted
