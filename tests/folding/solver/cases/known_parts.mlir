// What is known although not every operand is: selections, splats, updates, neighbours.

// -----

// Select with a uniform predicate is one side.
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %p = stablehlo.constant dense<false> : tensor<2xi1>
  %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xf32>
  return %r : tensor<2xf32>
}

// => func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
// =>   return %y : tensor<2xf32>
// => }

// -----

// Sizes are known without the tensor.
func.func @main(%x: tensor<?x3xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x3xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %r = stablehlo.multiply %0, %1 : tensor<i32>
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<?x3xf32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<3> : tensor<i32>
// =>   %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
// =>   %r = stablehlo.multiply %c, %0 : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// Elements of tuples are found.
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %t = stablehlo.tuple %c, %x : tuple<tensor<f32>, tensor<f32>>
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %1 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
  %2 = stablehlo.add %0, %0 : tensor<f32>
  %r = stablehlo.add %1, %2 : tensor<f32>
  return %r : tensor<f32>
}

// => func.func @main(%x: tensor<f32>) -> tensor<f32> {
// =>   %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// =>   %r = stablehlo.add %x, %cst : tensor<f32>
// =>   return %r : tensor<f32>
// => }

// -----

// Tensors without elements are constants.
func.func @main(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
  %r = stablehlo.add %x, %x : tensor<0x3xf32>
  return %r : tensor<0x3xf32>
}

// => func.func @main(%x: tensor<0x3xf32>) -> tensor<0x3xf32> {
// =>   %r = stablehlo.constant dense<> : tensor<0x3xf32>
// =>   return %r : tensor<0x3xf32>
// => }

// -----

// Regions of ops that stay are folded inside.
func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>)  {
    %h = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %q = stablehlo.multiply %h, %h : tensor<f32>
    %s = stablehlo.multiply %b, %q : tensor<f32>
    %t = stablehlo.add %a, %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  return %r : tensor<f32>
}

// => func.func @main(%x: tensor<3xf32>) -> tensor<f32> {
// =>   %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// =>   %r = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
// =>    reducer(%a: tensor<f32>, %b: tensor<f32>)  {
// =>     %q = stablehlo.constant dense<2.500000e-01> : tensor<f32>
// =>     %s = stablehlo.multiply %b, %q : tensor<f32>
// =>     %t = stablehlo.add %a, %s : tensor<f32>
// =>     stablehlo.return %t : tensor<f32>
// =>   }
// =>   return %r : tensor<f32>
// => }

// -----

// Any part of a splat is a splat.
func.func @main(%i: tensor<i32>, %j: tensor<i32>) -> tensor<2x1xi32> {
  %c = stablehlo.constant dense<256> : tensor<6x2xi32>
  %r = stablehlo.dynamic_slice %c, %i, %j, sizes = [2, 1] : (tensor<6x2xi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>
  return %r : tensor<2x1xi32>
}

// => func.func @main(%i: tensor<i32>, %j: tensor<i32>) -> tensor<2x1xi32> {
// =>   %r = stablehlo.constant dense<256> : tensor<2x1xi32>
// =>   return %r : tensor<2x1xi32>
// => }

// -----

// Setting a static size to itself goes.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<4> : tensor<i32>
  %r = stablehlo.set_dimension_size %x, %c, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// => func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
// =>   return %x : tensor<4xf32>
// => }

// -----

// Neighbouring equal splats are concatenated once.
func.func @main(%x: tensor<1xf32>) -> tensor<39xf32> {
  %a = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %b = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
  %c = stablehlo.constant dense<2.000000e+00> : tensor<30xf32>
  %r = stablehlo.concatenate %a, %b, %x, %c, %b, dim = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<30xf32>, tensor<3xf32>) -> tensor<39xf32>
  return %r : tensor<39xf32>
}

// => func.func @main(%x: tensor<1xf32>) -> tensor<39xf32> {
// =>   %b = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// =>   %c = stablehlo.constant dense<2.000000e+00> : tensor<30xf32>
// =>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<5xf32>
// =>   %r = stablehlo.concatenate %cst, %x, %c, %b, dim = 0 : (tensor<5xf32>, tensor<1xf32>, tensor<30xf32>, tensor<3xf32>) -> tensor<39xf32>
// =>   return %r : tensor<39xf32>
// => }

// -----

// Neighbouring splats are the same where their bits are: the zeros differ.
func.func @main(%x: tensor<1xf32>) -> tensor<41xf32> {
  %a = stablehlo.constant dense<0.000000e+00> : tensor<20xf32>
  %b = stablehlo.constant dense<-0.000000e+00> : tensor<20xf32>
  %r = stablehlo.concatenate %a, %b, %x, dim = 0 : (tensor<20xf32>, tensor<20xf32>, tensor<1xf32>) -> tensor<41xf32>
  return %r : tensor<41xf32>
}

// unchanged

// -----

// Neighbouring splats are the same where their bits are: the NaNs are the same.
func.func @main(%x: tensor<1xf32>) -> tensor<41xf32> {
  %a = stablehlo.constant dense<0x7FC00000> : tensor<20xf32>
  %b = stablehlo.constant dense<0x7FC00000> : tensor<20xf32>
  %r = stablehlo.concatenate %a, %b, %x, dim = 0 : (tensor<20xf32>, tensor<20xf32>, tensor<1xf32>) -> tensor<41xf32>
  return %r : tensor<41xf32>
}

// => func.func @main(%x: tensor<1xf32>) -> tensor<41xf32> {
// =>   %cst = stablehlo.constant dense<0x7FC00000> : tensor<40xf32>
// =>   %r = stablehlo.concatenate %cst, %x, dim = 0 : (tensor<40xf32>, tensor<1xf32>) -> tensor<41xf32>
// =>   return %r : tensor<41xf32>
// => }

// -----

// Elements of splats are known inside a scatter: each index once.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: unevaluated
// => func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<3> : tensor<4xi32>
// =>   %u = stablehlo.constant dense<2> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.constant dense<6> : tensor<i32>
// =>     stablehlo.return %c : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats are known inside a scatter: evaluated twice on the same index, an update would see what the first one left.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// unchanged

// -----

// A scatter that overwrites keeps its form.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// unchanged

// -----

// Selections of one side: true.
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %p = stablehlo.constant dense<true> : tensor<2xi1>
  %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
// =>   return %x : tensor<2xi32>
// => }

// fold: keep=select
// unchanged

// -----

// Selections of one side: false.
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %p = stablehlo.constant dense<false> : tensor<2xi1>
  %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
// =>   return %y : tensor<2xi32>
// => }

// fold: keep=select
// unchanged

// -----

// Selections of one side: both.
func.func @main(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %r = stablehlo.select %p, %x, %y : tensor<2xi1>, tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold:
// unchanged

// fold: keep=select
// unchanged

// -----

// A selected constant is known.
func.func @main(%y: tensor<2xi32>) -> tensor<2xi32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %c = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
  %s = stablehlo.select %p, %c, %y : tensor<i1>, tensor<2xi32>
  %r = stablehlo.add %s, %s : tensor<2xi32>
  return %r : tensor<2xi32>
}

// => func.func @main(%y: tensor<2xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<[8, 10]> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A selected side of another type stays.
func.func @main(%x: tensor<?xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<?xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: unevaluated
// unchanged

// -----

// Parts of splats: a slice of a splat.
func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<7> : tensor<4xi32>
  %r = stablehlo.dynamic_slice %c, %s, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold:
// => func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<7> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// fold: keep=dynamic_slice
// unchanged

// -----

// Parts of splats: a gather of a splat.
func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<7> : tensor<4xi32>
  %r = "stablehlo.gather"(%c, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold:
// => func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
// =>   %r = stablehlo.constant dense<7> : tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// fold: keep=gather
// unchanged

// -----

// Parts of splats: a slice of what is no splat.
func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[7, 7, 7, 8]> : tensor<4xi32>
  %r = stablehlo.dynamic_slice %c, %s, sizes = [2] : (tensor<4xi32>, tensor<i32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// unchanged

// -----

// Parts of splats: a gather of what is no splat.
func.func @main(%s: tensor<i32>, %i: tensor<2x1xi32>) -> tensor<2xi32> {
  %c = stablehlo.constant dense<[7, 7, 7, 8]> : tensor<4xi32>
  %r = "stablehlo.gather"(%c, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xi32>, tensor<2x1xi32>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// unchanged

// -----

// Neighbours of one element are concatenated on their own: two in front.
func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
  %c0 = stablehlo.constant dense<1> : tensor<2xi32>
  %c1 = stablehlo.constant dense<1> : tensor<2xi32>
  %r = stablehlo.concatenate %c0, %c1, %x, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
// =>   %c = stablehlo.constant dense<1> : tensor<4xi32>
// =>   %r = stablehlo.concatenate %c, %x, dim = 0 : (tensor<4xi32>, tensor<2xi32>) -> tensor<6xi32>
// =>   return %r : tensor<6xi32>
// => }

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: two behind.
func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
  %c1 = stablehlo.constant dense<1> : tensor<2xi32>
  %c2 = stablehlo.constant dense<1> : tensor<2xi32>
  %r = stablehlo.concatenate %x, %c1, %c2, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
// =>   %c = stablehlo.constant dense<1> : tensor<4xi32>
// =>   %r = stablehlo.concatenate %x, %c, dim = 0 : (tensor<2xi32>, tensor<4xi32>) -> tensor<6xi32>
// =>   return %r : tensor<6xi32>
// => }

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: none are neighbours.
func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
  %c0 = stablehlo.constant dense<1> : tensor<2xi32>
  %c2 = stablehlo.constant dense<1> : tensor<2xi32>
  %r = stablehlo.concatenate %c0, %x, %c2, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// fold:
// unchanged

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: two constants of different elements.
func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
  %c0 = stablehlo.constant dense<1> : tensor<2xi32>
  %c1 = stablehlo.constant dense<2> : tensor<2xi32>
  %r = stablehlo.concatenate %c0, %c1, %x, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
// =>   %c = stablehlo.constant dense<[1, 1, 2, 2]> : tensor<4xi32>
// =>   %r = stablehlo.concatenate %c, %x, dim = 0 : (tensor<4xi32>, tensor<2xi32>) -> tensor<6xi32>
// =>   return %r : tensor<6xi32>
// => }

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: several runs.
func.func @main(%x: tensor<2xi32>) -> tensor<14xi32> {
  %c0 = stablehlo.constant dense<1> : tensor<2xi32>
  %c1 = stablehlo.constant dense<1> : tensor<2xi32>
  %c2 = stablehlo.constant dense<1> : tensor<2xi32>
  %c4 = stablehlo.constant dense<2> : tensor<2xi32>
  %c5 = stablehlo.constant dense<2> : tensor<2xi32>
  %c6 = stablehlo.constant dense<1> : tensor<2xi32>
  %r = stablehlo.concatenate %c0, %c1, %c2, %x, %c4, %c5, %c6, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<14xi32>
  return %r : tensor<14xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>) -> tensor<14xi32> {
// =>   %c = stablehlo.constant dense<1> : tensor<6xi32>
// =>   %c_0 = stablehlo.constant dense<[2, 2, 2, 2, 1, 1]> : tensor<6xi32>
// =>   %r = stablehlo.concatenate %c, %x, %c_0, dim = 0 : (tensor<6xi32>, tensor<2xi32>, tensor<6xi32>) -> tensor<14xi32>
// =>   return %r : tensor<14xi32>
// => }

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: no constants.
func.func @main(%x: tensor<2xi32>) -> tensor<4xi32> {
  %r = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold:
// unchanged

// fold: keep=concatenate
// unchanged

// -----

// Neighbours of one element are concatenated on their own: two constants that are no splats.
func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
  %c1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %c2 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = stablehlo.concatenate %x, %c1, %c2, dim = 0 : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<6xi32>
  return %r : tensor<6xi32>
}

// fold:
// => func.func @main(%x: tensor<2xi32>) -> tensor<6xi32> {
// =>   %c = stablehlo.constant dense<[1, 2, 1, 2]> : tensor<4xi32>
// =>   %r = stablehlo.concatenate %x, %c, dim = 0 : (tensor<2xi32>, tensor<4xi32>) -> tensor<6xi32>
// =>   return %r : tensor<6xi32>
// => }

// fold: keep=concatenate
// unchanged

// -----

// Elements of splats in updates: inputs and updates, each index once.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<3> : tensor<4xi32>
// =>   %u = stablehlo.constant dense<2> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %e = stablehlo.constant dense<-1> : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats in updates: an index may come twice.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<3> : tensor<4xi32>
// =>   %u = stablehlo.constant dense<2> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.negate %a : tensor<i32>
// =>     %d = stablehlo.constant dense<-2> : tensor<i32>
// =>     %e = stablehlo.subtract %c, %d : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats in updates: unknown updates.
func.func @main(%i: tensor<2x1xi32>, %u: tensor<2xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>, %u: tensor<2xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<3> : tensor<4xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.constant dense<-3> : tensor<i32>
// =>     %d = stablehlo.negate %b : tensor<i32>
// =>     %e = stablehlo.subtract %c, %d : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats in updates: unknown inputs.
func.func @main(%i: tensor<2x1xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>, %z: tensor<4xi32>) -> tensor<4xi32> {
// =>   %u = stablehlo.constant dense<2> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.negate %a : tensor<i32>
// =>     %d = stablehlo.constant dense<-2> : tensor<i32>
// =>     %e = stablehlo.subtract %c, %d : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats in updates: nothing known.
func.func @main(%i: tensor<2x1xi32>, %z: tensor<4xi32>, %u: tensor<2xi32>) -> tensor<4xi32> {
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// unchanged

// -----

// Elements of splats in updates: inputs that are no splat.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %u = stablehlo.constant dense<2> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// =>   %u = stablehlo.constant dense<2> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.negate %a : tensor<i32>
// =>     %d = stablehlo.constant dense<-2> : tensor<i32>
// =>     %e = stablehlo.subtract %c, %d : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of splats in updates: updates that are no splat.
func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
  %z = stablehlo.constant dense<3> : tensor<4xi32>
  %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.negate %a : tensor<i32>
    %d = stablehlo.negate %b : tensor<i32>
    %e = stablehlo.subtract %c, %d : tensor<i32>
    stablehlo.return %e : tensor<i32>
  }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: simplify=false, unevaluated
// => func.func @main(%i: tensor<2x1xi32>) -> tensor<4xi32> {
// =>   %z = stablehlo.constant dense<3> : tensor<4xi32>
// =>   %u = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// =>   %r = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
// =>   ^bb0(%a: tensor<i32>, %b: tensor<i32>):
// =>     %c = stablehlo.constant dense<-3> : tensor<i32>
// =>     %d = stablehlo.negate %b : tensor<i32>
// =>     %e = stablehlo.subtract %c, %d : tensor<i32>
// =>     stablehlo.return %e : tensor<i32>
// =>   }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Elements of a tuple that is given.
func.func @main(%t: tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32> {
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
  %s = stablehlo.tuple %0, %0 : tuple<tensor<2xi32>, tensor<2xi32>>
  %r = stablehlo.get_tuple_element %s[1] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// fold: unevaluated
// => func.func @main(%t: tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32> {
// =>   %r = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xi32>, tensor<2xi32>>) -> tensor<2xi32>
// =>   return %r : tensor<2xi32>
// => }

// -----

// A scatter whose update turns out to keep the old element goes.
// Only when the body is folded is it known to give its first argument: x and true is x.
func.func @main(%x: tensor<4xi1>) -> tensor<4xi1> {
  %i = stablehlo.constant dense<0> : tensor<1xi64>
  %u = stablehlo.constant dense<true> : tensor<1xi1>
  %r = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %c = stablehlo.and %a, %b : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4xi1>, tensor<1xi64>, tensor<1xi1>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// => func.func @main(%x: tensor<4xi1>) -> tensor<4xi1> {
// =>   return %x : tensor<4xi1>
// => }

// -----

// A chain of any length is one op.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<3> : tensor<4xi32>
  %0 = stablehlo.add %x, %c : tensor<4xi32>
  %1 = stablehlo.add %0, %c : tensor<4xi32>
  %2 = stablehlo.add %1, %c : tensor<4xi32>
  %3 = stablehlo.add %2, %c : tensor<4xi32>
  %4 = stablehlo.add %3, %c : tensor<4xi32>
  %5 = stablehlo.add %4, %c : tensor<4xi32>
  %6 = stablehlo.add %5, %c : tensor<4xi32>
  %7 = stablehlo.add %6, %c : tensor<4xi32>
  %8 = stablehlo.add %7, %c : tensor<4xi32>
  %9 = stablehlo.add %8, %c : tensor<4xi32>
  %r = stablehlo.negate %9 : tensor<4xi32>
  return %r : tensor<4xi32>
}

// => func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
// =>   %c = stablehlo.constant dense<-30> : tensor<4xi32>
// =>   %r = stablehlo.subtract %c, %x : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }
