// sort: what the comparator says, stable, however the order is found.

// -----

// Sort by two keys (LT-shape0).
func.func @main(%a0: tensor<5x7xi32>, %a1: tensor<5x7xf32>) -> (tensor<5x7xi32>, tensor<5x7xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5x7xi32>, tensor<5x7xf32>) -> (tensor<5x7xi32>, tensor<5x7xf32>)
  return %r#0, %r#1 : tensor<5x7xi32>, tensor<5x7xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by two keys (LT-shape1).
func.func @main(%a0: tensor<200x3xi32>, %a1: tensor<200x3xf32>) -> (tensor<200x3xi32>, tensor<200x3xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<200x3xi32>, tensor<200x3xf32>) -> (tensor<200x3xi32>, tensor<200x3xf32>)
  return %r#0, %r#1 : tensor<200x3xi32>, tensor<200x3xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by two keys (LT-shape2).
func.func @main(%a0: tensor<3x1000xi32>, %a1: tensor<3x1000xf32>) -> (tensor<3x1000xi32>, tensor<3x1000xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1000xi32>, tensor<3x1000xf32>) -> (tensor<3x1000xi32>, tensor<3x1000xf32>)
  return %r#0, %r#1 : tensor<3x1000xi32>, tensor<3x1000xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by two keys (GT-shape0).
func.func @main(%a0: tensor<5x7xi32>, %a1: tensor<5x7xf32>) -> (tensor<5x7xi32>, tensor<5x7xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare GT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5x7xi32>, tensor<5x7xf32>) -> (tensor<5x7xi32>, tensor<5x7xf32>)
  return %r#0, %r#1 : tensor<5x7xi32>, tensor<5x7xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by two keys (GT-shape1).
func.func @main(%a0: tensor<200x3xi32>, %a1: tensor<200x3xf32>) -> (tensor<200x3xi32>, tensor<200x3xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare GT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<200x3xi32>, tensor<200x3xf32>) -> (tensor<200x3xi32>, tensor<200x3xf32>)
  return %r#0, %r#1 : tensor<200x3xi32>, tensor<200x3xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by two keys (GT-shape2).
func.func @main(%a0: tensor<3x1000xi32>, %a1: tensor<3x1000xf32>) -> (tensor<3x1000xi32>, tensor<3x1000xf32>) {
  %r:2 = "stablehlo.sort"(%a0, %a1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>, %l1: tensor<f32>, %r1: tensor<f32>):
    %0 = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %1 = stablehlo.compare EQ, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare GT, %l1, %r1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.and %1, %2 : tensor<i1>
    %c = stablehlo.or %0, %3 : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1000xi32>, tensor<3x1000xf32>) -> (tensor<3x1000xi32>, tensor<3x1000xf32>)
  return %r#0, %r#1 : tensor<3x1000xi32>, tensor<3x1000xf32>
}

// run: sample, sample 1
// cpp: the same

// -----

// Sort by a computed key.
func.func @main(%a0: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %0 = stablehlo.multiply %l0, %l0 : tensor<f32>
    %1 = stablehlo.multiply %r0, %r0 : tensor<f32>
    %c = stablehlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// run: sample
// cpp: the same

// -----

// Sort by a computed key.
func.func @main(%a0: tensor<200x3xf32>) -> tensor<200x3xf32> {
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %0 = stablehlo.multiply %l0, %l0 : tensor<f32>
    %1 = stablehlo.multiply %r0, %r0 : tensor<f32>
    %c = stablehlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<200x3xf32>) -> tensor<200x3xf32>
  return %r : tensor<200x3xf32>
}

// run: sample
// cpp: the same

// -----

// Sort by a computed key.
func.func @main(%a0: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %r = "stablehlo.sort"(%a0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<f32>, %r0: tensor<f32>):
    %0 = stablehlo.multiply %l0, %l0 : tensor<f32>
    %1 = stablehlo.multiply %r0, %r0 : tensor<f32>
    %c = stablehlo.compare LT, %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  return %r : tensor<3x1000xf32>
}

// run: sample
// cpp: the same

// -----

// Sort of one element does not ask.
func.func @main(%a0: tensor<3x1xi32>) -> tensor<3x1xi32> {
  %r = "stablehlo.sort"(%a0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%l0: tensor<i32>, %r0: tensor<i32>):
    %c = stablehlo.compare LT, %l0, %r0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1xi32>) -> tensor<3x1xi32>
  return %r : tensor<3x1xi32>
}

// run: [[3], [1], [2]]
// => [[3], [1], [2]]
