// before
func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %four = stablehlo.constant dense<4> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %table = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = stablehlo.while(%i = %n, %p = %table) : tensor<i32>, tensor<4xi32>
  cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %x = stablehlo.reverse %p, dims = [0] : tensor<4xi32>
    %y = stablehlo.slice %p [1:2] : (tensor<4xi32>) -> tensor<1xi32>
    %z = stablehlo.reshape %y : (tensor<1xi32>) -> tensor<i32>
    %l = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %q = "stablehlo.scatter"(%x, %l, %z) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q : tensor<i32>, tensor<4xi32>
  }
  %c = stablehlo.compare LT, %r#1, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %w = stablehlo.add %r#1, %four : tensor<4xi32>
  %u = stablehlo.select %c, %w, %r#1 : tensor<4xi1>, tensor<4xi32>
  return %u : tensor<4xi32>
}
// ----- right: All elements are those of the table, moved.
func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %four = stablehlo.constant dense<4> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %table = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = stablehlo.while(%i = %n, %p = %table) : tensor<i32>, tensor<4xi32>
  cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %x = stablehlo.reverse %p, dims = [0] : tensor<4xi32>
    %y = stablehlo.slice %p [1:2] : (tensor<4xi32>) -> tensor<1xi32>
    %z = stablehlo.reshape %y : (tensor<1xi32>) -> tensor<i32>
    %l = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %q = "stablehlo.scatter"(%x, %l, %z) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q : tensor<i32>, tensor<4xi32>
  }
  %u = stablehlo.or %r#1, %zero : tensor<4xi32>
  return %u : tensor<4xi32>
}
// ----- wrong: Other elements are taken.
func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %four = stablehlo.constant dense<4> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %table = stablehlo.iota dim = 0 : tensor<4xi32>
  %r:2 = stablehlo.while(%i = %n, %p = %table) : tensor<i32>, tensor<4xi32>
  cond {
    %c = stablehlo.compare LT, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %x = stablehlo.reverse %p, dims = [0] : tensor<4xi32>
    %y = stablehlo.slice %p [2:3] : (tensor<4xi32>) -> tensor<1xi32>
    %z = stablehlo.reshape %y : (tensor<1xi32>) -> tensor<i32>
    %l = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %q = "stablehlo.scatter"(%x, %l, %z) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      stablehlo.return %new : tensor<i32>
    }) : (tensor<4xi32>, tensor<1xi32>, tensor<i32>) -> tensor<4xi32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %q : tensor<i32>, tensor<4xi32>
  }
  %u = stablehlo.or %r#1, %zero : tensor<4xi32>
  return %u : tensor<4xi32>
}
