// Facts of parts of tensors: updates, slices at unknown places, masks.

// -----

// A scatter of one element leaves the others.
func.func @main(%v: tensor<i32>) -> (tensor<2xi32>, tensor<1xi32>) {
  %at = stablehlo.constant dense<1> : tensor<1xi32>
  %old = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %new = "stablehlo.scatter"(%old, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
  %ends = stablehlo.slice %new [0:3:2] : (tensor<3xi32>) -> tensor<2xi32>
  %written = stablehlo.slice %new [1:2] : (tensor<3xi32>) -> tensor<1xi32>
  return %ends, %written : tensor<2xi32>, tensor<1xi32>
}

// => func.func @main(%v: tensor<i32>) -> (tensor<2xi32>, tensor<1xi32>) {
// =>   %at = stablehlo.constant dense<1> : tensor<1xi32>
// =>   %old = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// =>   %new = "stablehlo.scatter"(%old, %at, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     stablehlo.return %b : tensor<i32>
// =>   }) : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
// =>   %ends = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
// =>   %written = stablehlo.slice %new [1:2] : (tensor<3xi32>) -> tensor<1xi32>
// =>   return %ends, %written : tensor<2xi32>, tensor<1xi32>
// => }

// -----

// A scatter into a scalar.
func.func @main(%v: tensor<i32>) -> tensor<2xi32> {
  %none = stablehlo.constant dense<> : tensor<0xi32>
  %old = stablehlo.constant dense<7> : tensor<i32>
  %new = "stablehlo.scatter"(%old, %none, %v) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>
  %one = stablehlo.reshape %new : (tensor<i32>) -> tensor<1xi32>
  %two = stablehlo.concatenate %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %r = stablehlo.slice %two [0:2] : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main(%v: tensor<i32>) -> tensor<2xi32> {
// =>   %none = stablehlo.constant dense<> : tensor<0xi32>
// =>   %old = stablehlo.constant dense<7> : tensor<i32>
// =>   %new = "stablehlo.scatter"(%old, %none, %v) <{scatter_dimension_numbers = #stablehlo.scatter<>}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     stablehlo.return %b : tensor<i32>
// =>   }) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>
// =>   %one = stablehlo.reshape %new : (tensor<i32>) -> tensor<1xi32>
// =>   %two = stablehlo.concatenate %one, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// =>   return %two : tensor<2xi32>
// => }

// -----

// A slice at an unknown place of what has unknown sizes: one dimension.
func.func @main(%i: tensor<i32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[4, 5, 6, 7]> : tensor<4xi32>
  %n = stablehlo.constant dense<4> : tensor<1xi64>
  %u = stablehlo.dynamic_reshape %c, %n : (tensor<4xi32>, tensor<1xi64>) -> tensor<?xi32>
  %r = stablehlo.dynamic_slice %u, %i, sizes = [2] : (tensor<?xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main(%i: tensor<i32>) -> tensor<2xi32> {
// =>   %u = stablehlo.constant dense<[4, 5, 6, 7]> : tensor<4xi32>
// =>   %r = stablehlo.dynamic_slice %u, %i, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A slice at an unknown place of what has unknown sizes: one of two sizes.
func.func @main(%i: tensor<i32>) -> tensor<2x2xi32> {
  %c = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi32>
  %n = stablehlo.constant dense<2> : tensor<2xi64>
  %u = stablehlo.dynamic_reshape %c, %n : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<?x2xi32>
  %r = stablehlo.dynamic_slice %u, %i, %i, sizes = [2, 2] : (tensor<?x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

// => func.func @main(%i: tensor<i32>) -> tensor<2x2xi32> {
// =>   %r = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi32>
// =>   return %r : tensor<2x2xi32>
// => }

// -----

// A slice at an unknown place of what has unknown sizes: both sizes.
func.func @main(%i: tensor<i32>) -> tensor<2x2xi32> {
  %c = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi32>
  %n = stablehlo.constant dense<2> : tensor<2xi64>
  %u = stablehlo.dynamic_reshape %c, %n : (tensor<2x2xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %r = stablehlo.dynamic_slice %u, %i, %i, sizes = [2, 2] : (tensor<?x?xi32>, tensor<i32>, tensor<i32>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

// => func.func @main(%i: tensor<i32>) -> tensor<2x2xi32> {
// =>   %r = stablehlo.constant dense<[[4, 5], [6, 7]]> : tensor<2x2xi32>
// =>   return %r : tensor<2x2xi32>
// => }

// -----

// A selection by a mask of unknown size: one element.
// With a mask of another size than the sides it is undefined, and folding does not fail over it.
func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %m = stablehlo.constant dense<true> : tensor<1xi1>
  %k = stablehlo.constant dense<1> : tensor<1xi64>
  %u = stablehlo.dynamic_reshape %m, %k : (tensor<1xi1>, tensor<1xi64>) -> tensor<?xi1>
  %s = stablehlo.select %u, %c, %x : tensor<?xi1>, tensor<2xi32>
  %r = stablehlo.slice %s [0:2] : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A selection by a mask of unknown size: two.
func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %m = stablehlo.constant dense<true> : tensor<2xi1>
  %k = stablehlo.constant dense<2> : tensor<1xi64>
  %u = stablehlo.dynamic_reshape %m, %k : (tensor<2xi1>, tensor<1xi64>) -> tensor<?xi1>
  %s = stablehlo.select %u, %c, %x : tensor<?xi1>, tensor<2xi32>
  %r = stablehlo.slice %s [0:2] : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A selection by a mask of unknown size: three.
func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
  %m = stablehlo.constant dense<true> : tensor<3xi1>
  %k = stablehlo.constant dense<3> : tensor<1xi64>
  %u = stablehlo.dynamic_reshape %m, %k : (tensor<3xi1>, tensor<1xi64>) -> tensor<?xi1>
  %s = stablehlo.select %u, %c, %x : tensor<?xi1>, tensor<2xi32>
  %r = stablehlo.slice %s [0:2] : (tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: unevaluated
// => func.func @main(%x: tensor<2xi32>, %n: tensor<1xi64>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[8, 9]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }
