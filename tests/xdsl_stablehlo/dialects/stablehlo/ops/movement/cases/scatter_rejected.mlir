// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// scatter_c1
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x3x4x3xi32>, %a2: tensor<2x2x3x2xi64>, %a3: tensor<2x2x3x2x2xi32>, %a4: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>, tensor<2x3x4x3xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Not all inputs have compatible shapes. (C1)}}
  %r0, %r1 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x3x4x3xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>, tensor<2x3x4x3xi32>)
  return %r0, %r1 : tensor<2x3x4x2xi32>, tensor<2x3x4x3xi32>
}

// cpp: Not all inputs have compatible shapes.

// -----

// scatter_c2
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 5 but got 4. (C2)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: i.e. 5 but got 4.

// -----

// scatter_c3
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x3x4x2xi32>, %a2: tensor<2x2x3x2xi64>, %a3: tensor<2x2x3x2x2xi32>, %a4: tensor<2x2x3x2x1xi32>) -> (tensor<2x3x4x2xi32>, tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Not all updates have compatible shapes. (C3)}}
  %r0, %r1 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>, tensor<2x2x3x2x1xi32>) -> (tensor<2x3x4x2xi32>, tensor<2x3x4x2xi32>)
  return %r0, %r1 : tensor<2x3x4x2xi32>, tensor<2x3x4x2xi32>
}

// cpp: Not all updates have compatible shapes.

// -----

// scatter_c4
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects updates tensor must be of rank 5 ( == rank-of('scatter_indices') - 1 + size-of('update_window_dims'), where 'scatter_indices' is expanded by a trailing 1 dimension if 'index_vector_dim' == rank-of('scatter_indices')), but got 4. (C4)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: expects updates tensor must be of rank 5

// -----

// scatter_c4_window
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x3xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects bounds of the window dimensions of updates to not exceed the bounds of the corresponding dimensions of operand. For dimension 4, updates bound is 3, operand bound is 2. (C4)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x3xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: For dimension 4, updates bound is 3, operand bound is 2.

// -----

// scatter_c4_scatter
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x4x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 2, updates bound is 4 , scatter_indices bound is 3. (C4)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x4x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: For scatter dimension 2, updates bound is 4 , scatter_indices bound is 3.

// -----

// scatter_c7_sorted
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects update_window_dims to be sorted; got: [4, 3]. (C7)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [4, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects update_window_dims to be sorted; got: [4, 3].

// -----

// scatter_c7_unique
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects update_window_dims to not repeat; got: [3, 3]. (C7)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects update_window_dims to not repeat; got: [3, 3].

// -----

// scatter_c8
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 5). got: 5. (C8)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 5], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 5). got: 5.

// -----

// scatter_c9
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op has duplicated dimension from inserted_window_dims and input_batching_dims: 0 (C9)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [0], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: has duplicated dimension from inserted_window_dims and input_batching_dims: 0

// -----

// scatter_c10
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects inserted_window_dims to be sorted; got: [2, 1]. (C10)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [2, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects inserted_window_dims to be sorted; got: [2, 1].

// -----

// scatter_c11
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C11)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [4], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// scatter_c12
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects input_batching_dims to be sorted; got: [1, 0]. (C12)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects input_batching_dims to be sorted; got: [1, 0].

// -----

// scatter_c13
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C13)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [4], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// scatter_c14
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects scatter_indices_batching_dims to not repeat; got: [1, 1]. (C14)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1, 1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects scatter_indices_batching_dims to not repeat; got: [1, 1].

// -----

// scatter_c15
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 4). got: 4. (C15)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [4], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 4). got: 4.

// -----

// scatter_c16
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects scatter_indices_batching_dims not to include index_vector_dim 3. (C16)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: expects scatter_indices_batching_dims not to include index_vector_dim 3.

// -----

// scatter_c17
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op input_batching_dims and scatter_indices_batching_dims should have the same size. (C17)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: input_batching_dims and scatter_indices_batching_dims should have the same size.

// -----

// scatter_c18
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 2 and 3. (C18)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 2 and 3.

// -----

// scatter_c19
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Scatter op has 1 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=3 of scatter_indices is 2. These two numbers must be equal. (C19)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Scatter op has 1 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=3 of scatter_indices is 2.

// -----

// scatter_c20
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0 (C20)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0

// -----

// scatter_c21
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4. (C21)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [4, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 4). got: 4.

// -----

// scatter_c22
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 4]. got: 5. (C22)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 5>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 4]. got: 5.

// -----

// scatter_c23
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op The type of reduction-region's parameter at index 0 is different than the corresponding result type: 'tensor<i32>' vs 'tensor<i1>' (C23)}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = stablehlo.compare GT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: The type of reduction-region's parameter at index 0 is different than the corresponding result type

// -----

// scatter_c24
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x3xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op inferred type(s) 'tensor<2x3x4x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x4x3xi32>'}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x3xi32>)
  return %r0 : tensor<2x3x4x3xi32>
}

// cpp: incompatible with return type(s) of operation

// -----

// scatter_c25
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x2x3x2xi64>, %a2: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op inferred type(s) 'tensor<2x3x4x2xi32>' are incompatible with return type(s) of operation 'tensor<2x3x4x2xi64>'}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi64>)
  return %r0 : tensor<2x3x4x2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

// scatter_c5
func.func @main(%a0: tensor<2x3x4x2xi32>, %a1: tensor<2x3x4x2xi32>, %a2: tensor<2x2x3x2xi64>, %a3: tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>) {
  // expected-error@+1 {{'stablehlo.scatter' op Operation has 3 operands for 2 variadic operands marked as having the same size.}}
  %r0 = "stablehlo.scatter"(%a0, %a1, %a2, %a3) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [3, 4], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 3>}> ({^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %r = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%r) : (tensor<i32>) -> ()
  }) : (tensor<2x3x4x2xi32>, tensor<2x3x4x2xi32>, tensor<2x2x3x2xi64>, tensor<2x2x3x2x2xi32>) -> (tensor<2x3x4x2xi32>)
  return %r0 : tensor<2x3x4x2xi32>
}

// cpp: 
