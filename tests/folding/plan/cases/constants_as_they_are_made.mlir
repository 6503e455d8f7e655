// The form in which constants are made.

// -----

// A user that needs the type as it is.
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<3> : tensor<1xi64>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %r = stablehlo.add %i, %x : (tensor<?xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %i : tensor<?xf32>
}

// => func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
// =>   %s = stablehlo.constant dense<3> : tensor<1xi64>
// =>   %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
// =>   return %i : tensor<?xf32>
// => }
// kept: stablehlo.dynamic_iota uses: has a user, 'func.return', that needs the type 'tensor<?xf32>'

// -----

// Positions become a constant that is no larger than their ops: as large.
func.func @main(%x: tensor<48xi32>) -> tensor<48xi32> {
  %i = stablehlo.iota dim = 0 : tensor<48xi32>
  %s = stablehlo.constant dense<3> : tensor<48xi32>
  %p = stablehlo.multiply %i, %s : tensor<48xi32>
  %r = stablehlo.add %p, %x : tensor<48xi32>
  return %r : tensor<48xi32>
}

// fold:
// => func.func @main(%x: tensor<48xi32>) -> tensor<48xi32> {
// =>   %p = stablehlo.constant dense<[0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, 129, 132, 135, 138, 141]> : tensor<48xi32>
// =>   %r = stablehlo.add %p, %x : tensor<48xi32>
// =>   return %r : tensor<48xi32>
// => }
// kept: nothing

// fold: fold-expansions=true
// => func.func @main(%x: tensor<48xi32>) -> tensor<48xi32> {
// =>   %p = stablehlo.constant dense<[0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, 129, 132, 135, 138, 141]> : tensor<48xi32>
// =>   %r = stablehlo.add %p, %x : tensor<48xi32>
// =>   return %r : tensor<48xi32>
// => }

// -----

// Positions become a constant that is no larger than their ops: larger.
func.func @main(%x: tensor<49xi32>) -> tensor<49xi32> {
  %i = stablehlo.iota dim = 0 : tensor<49xi32>
  %s = stablehlo.constant dense<3> : tensor<49xi32>
  %p = stablehlo.multiply %i, %s : tensor<49xi32>
  %r = stablehlo.add %p, %x : tensor<49xi32>
  return %r : tensor<49xi32>
}

// fold:
// unchanged
// kept: stablehlo.iota expansion
// kept: stablehlo.multiply expansion

// fold: fold-expansions=true
// => func.func @main(%x: tensor<49xi32>) -> tensor<49xi32> {
// =>   %p = stablehlo.constant dense<[0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96, 99, 102, 105, 108, 111, 114, 117, 120, 123, 126, 129, 132, 135, 138, 141, 144]> : tensor<49xi32>
// =>   %r = stablehlo.add %p, %x : tensor<49xi32>
// =>   return %r : tensor<49xi32>
// => }

// -----

// Several results become constants in order: the first one first.
func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %k = stablehlo.constant dense<[2, 1, 4, 3]> : tensor<4xi32>
  %v = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}

// => func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// =>   %r_0 = stablehlo.constant dense<[1, 0, 3, 2]> : tensor<4xi32>
// =>   return %r, %r_0 : tensor<4xi32>, tensor<4xi32>
// => }

// -----

// Several results become constants in order: the second one first.
func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %k = stablehlo.constant dense<[2, 1, 4, 3]> : tensor<4xi32>
  %v = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %r#1, %r#0 : tensor<4xi32>, tensor<4xi32>
}

// => func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// =>   %r_0 = stablehlo.constant dense<[1, 0, 3, 2]> : tensor<4xi32>
// =>   return %r_0, %r : tensor<4xi32>, tensor<4xi32>
// => }
