// ragged_dot: its three modes as printed, and what it rejects.

// -----

func.func @ragged_dot(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> tensor<19x17x7xf32> {
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> tensor<19x17x7xf32>
  return %r0 : tensor<19x17x7xf32>
}
func.func @ragged_dot_2(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<19x3xi64>) -> tensor<19x17x7xf32> {
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<19x3xi64>) -> tensor<19x17x7xf32>
  return %r0 : tensor<19x17x7xf32>
}
func.func @ragged_dot_3(%a0: tensor<19x17x5xf32>, %a1: tensor<19x5x7xf32>, %a2: tensor<3xi64>) -> tensor<3x19x17x7xf32> {
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<19x17x5xf32>, tensor<19x5x7xf32>, tensor<3xi64>) -> tensor<3x19x17x7xf32>
  return %r0 : tensor<3x19x17x7xf32>
}
func.func @ragged_dot_4(%a0: tensor<19x17x5xf32>, %a1: tensor<19x5x7xf32>, %a2: tensor<3xi64>) -> tensor<19x17x7xf32> {
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<19x5x7xf32>, tensor<3xi64>) -> tensor<19x17x7xf32>
  return %r0 : tensor<19x17x7xf32>
}

// print:
// unchanged
// cpp: the same

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op contracting dimension sizes must match for lhs/rhs (C10)}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: contracting dimension sizes must match

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op There must be exactly one ragged dimension in the lhs.}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: There must be exactly one ragged dimension in the lhs

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 3.}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [3], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, 3). got: 3.

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 4). got: 4.}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [4]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, 4). got: 4.

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 1}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: has duplicated dimension from rhs_group_dimensions and rhs_batching_dimensions: 1

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 2}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [2]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: has duplicated dimension from rhs_group_dimensions and rhs_contracting_dimensions: 2

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = []>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: There must be exactly one group dimension in the rhs when the lhs ragged dimension is

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting.}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [2], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: There must be zero group dimensions in the rhs when the ragged dimension is

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<2xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op rhs group dimension is expected to have size=2, got 3}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<2xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: rhs group dimension is expected to have size=2, got 3

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<1x1x3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op expected group_sizes to have rank 2, got 3}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<1x1x3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: expected group_sizes to have rank 2, got 3

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<11x3xi64>) -> (tensor<19x17x7xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op group_sizes is expected to have shape [19, 3], got [11, 3]}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<11x3xi64>) -> (tensor<19x17x7xf32>)
  return %r0 : tensor<19x17x7xf32>
}

// cpp: group_sizes is expected to have shape [19, 3], got [11, 3]

// -----

func.func @main(%a0: tensor<19x17x5xf32>, %a1: tensor<3x19x5x7xf32>, %a2: tensor<3xi64>) -> (tensor<19x7x17xf32>) {
  // expected-error@+1 {{'chlo.ragged_dot' op inferred shape '[19, 17, 7]' is incompatible with return type of operation 'tensor<19x7x17xf32>'}}
  %r0 = "chlo.ragged_dot"(%a0, %a1, %a2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<19x17x5xf32>, tensor<3x19x5x7xf32>, tensor<3xi64>) -> (tensor<19x7x17xf32>)
  return %r0 : tensor<19x7x17xf32>
}

// cpp: inferred shape '[19, 17, 7]' is incompatible with return type
