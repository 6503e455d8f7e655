// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// all_gather_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op all_gather_dim must be a valid index of operand (C1)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: all_gather_dim must be a valid index of operand

// -----

// all_gather_c2
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica id #1 seen more than once (C2)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x8xf32>)
  return %r0 : tensor<8x8xf32>
}

// cpp: replica id #1 seen more than once

// -----

// all_gather_c4
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica id #3 not seen in replica groups (C4)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x8xf32>)
  return %r0 : tensor<8x8xf32>
}

// cpp: replica id #3 not seen in replica groups

// -----

// all_gather_c4_invalid
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op Invalid replica id -1 (C4)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x8xf32>)
  return %r0 : tensor<8x8xf32>
}

// cpp: Invalid replica id -1

// -----

// all_gather_c5
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op channel_id cannot be negative when useGlobalDeviceIds is set (C5)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = -1, type = 0>, use_global_device_ids}> : (tensor<8x4xf32>) -> (tensor<8x8xf32>)
  return %r0 : tensor<8x8xf32>
}

// cpp: channel_id cannot be negative when useGlobalDeviceIds is set

// -----

// all_gather_c5_empty
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op if `use_global_device_ids` is set, the replica groups cannot be empty (C5)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<8x4xf32>) -> (tensor<8x8xf32>)
  return %r0 : tensor<8x8xf32>
}

// cpp: the replica groups cannot be empty

// -----

// all_gather_c6
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x7xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op result gather dimension has size 7, expected to be a multiple of operand gather dimension size 4 (C6)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x7xf32>)
  return %r0 : tensor<8x7xf32>
}

// cpp: expected to be a multiple of operand gather dimension size 4

// -----

// all_gather_c6_shape
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<7x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op operand and result should have the same shape except for the dimension size at 'all_gather_dim' (C6)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<7x8xf32>)
  return %r0 : tensor<7x8xf32>
}

// cpp: should have the same shape except for the dimension size

// -----

// all_gather_c6_rank
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op operand and result must have the same rank (C6)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4x2xf32>)
  return %r0 : tensor<8x4x2xf32>
}

// cpp: operand and result must have the same rank

// -----

// all_gather_c6_element
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x8xf64>) {
  // expected-error@+1 {{'stablehlo.all_gather' op requires the same element type for operand and result at index 0 (C6)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x8xf64>)
  return %r0 : tensor<8x8xf64>
}

// cpp: same element type for operand and result at index 0

// -----

// all_reduce_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica id #1 seen more than once (C1)}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: replica id #1 seen more than once

// -----

// all_reduce_c3
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica id #3 not seen in replica groups (C3)}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: replica id #3 not seen in replica groups

// -----

// all_reduce_c4
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op channel_id must be positive when useGlobalDeviceIds is set but got: 0 (C4)}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: channel_id must be positive when useGlobalDeviceIds is set but got: 0

// -----

// all_reduce_c5
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C5)}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: must take 2 parameters, but takes 1

// -----

// all_reduce_c6
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x5xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<8x5xf32>'}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x5xf32>)
  return %r0 : tensor<8x5xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// all_reduce_c7
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf64>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<8x4xf64>'}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf64>)
  return %r0 : tensor<8x4xf64>
}

// cpp: incompatible with return type(s) of operation

// -----

// all_to_all_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op AllToAll split_dimension 2 is out-of-bounds for input rank 2 (C1)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: AllToAll split_dimension 2 is out-of-bounds for input rank 2

// -----

// all_to_all_c2
func.func @main(%a0: tensor<7x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op split dimension has size 7, expected to be a multiple of split_count 2 (C2)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<7x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: split dimension has size 7, expected to be a multiple of split_count 2

// -----

// all_to_all_c3
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op AllToAll concat_dimension 2 is out-of-bounds for input rank 2 (C3)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: AllToAll concat_dimension 2 is out-of-bounds for input rank 2

// -----

// all_to_all_c4
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: attribute 'split_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is

// -----

// all_to_all_c5
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op replica id #1 seen more than once (C5)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: replica id #1 seen more than once

// -----

// all_to_all_c7
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op replica id #3 not seen in replica groups (C7)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: replica id #3 not seen in replica groups

// -----

// all_to_all_c8
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op group size of replica_groups must be 2 (C8)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// cpp: group size of replica_groups must be 2

// -----

// all_to_all_c8_empty
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op group size of replica_groups must be 2 (C8)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<> : tensor<0x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf32>)
  return %r0 : tensor<4x8xf32>
}

// -----

// all_to_all_c9
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op inferred type(s) 'tensor<4x8xf32>' are incompatible with return type(s) of operation 'tensor<4x4xf32>'}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: incompatible with return type(s) of operation

// -----

// all_to_all_c9_element
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x8xf64>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op requires the same element type for operand and result at index 0 (C9)}}
  %r0 = "stablehlo.all_to_all"(%a0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<4x8xf64>)
  return %r0 : tensor<4x8xf64>
}

// cpp: same element type for operand and result at index 0

// -----

// reduce_scatter_c2
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op scatter dim should be less than operand/result rank (C2)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: scatter dim should be less than operand/result rank

// -----

// reduce_scatter_c3
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op replica id #1 seen more than once (C3)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: replica id #1 seen more than once

// -----

// reduce_scatter_c5
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op replica id #3 not seen in replica groups (C5)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: replica id #3 not seen in replica groups

// -----

// reduce_scatter_c6
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op channel_id must be positive when useGlobalDeviceIds is set but got: 0 (C6)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: channel_id must be positive when useGlobalDeviceIds is set but got: 0

// -----

// reduce_scatter_c7
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C7)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: must take 2 parameters, but takes 1

// -----

// reduce_scatter_c8
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand scatter dimension has size 8, expected to be a multiple of result scatter dimension size 3 (C8)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<3x4xf32>)
  return %r0 : tensor<3x4xf32>
}

// cpp: expected to be a multiple of result scatter dimension size 3

// -----

// reduce_scatter_c8_rank
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op operand and result should have same rank (C8)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4xf32>)
  return %r0 : tensor<4xf32>
}

// cpp: operand and result should have same rank

// -----

// reduce_scatter_c8_shape
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x5xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op non scatter dimensions should be same for operand (4) and result (5) (C8)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x5xf32>)
  return %r0 : tensor<4x5xf32>
}

// cpp: should be same for operand (4) and result (5)

// -----

// reduce_scatter_c9
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<4x4xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op result element-type is expected to be 'f64', but got 'f32' (C9)}}
  %r0 = "stablehlo.reduce_scatter"(%a0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f64>, %y: tensor<f64>):
    "stablehlo.return"(%x) : (tensor<f64>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<4x4xf32>)
  return %r0 : tensor<4x4xf32>
}

// cpp: result element-type is expected to be 'f64', but got 'f32'

// -----

// collective_broadcast_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica id #1 seen more than once (C1)}}
  %r0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: replica id #1 seen more than once

// -----

// collective_broadcast_c2
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica_groups values must be positive, but was given -1 (C2)}}
  %r0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: replica_groups values must be positive, but was given -1

// -----

// collective_broadcast_c3
func.func @main() -> () {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op collective_broadcast requires at least one data operand (C3)}}
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : () -> ()
  return
}

// -----

// collective_broadcast_c4
func.func @main(%a0: tensor<8x4xf32>) -> () {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op collective_broadcast with has_dynamic_root=true requires at least two operands (data + root) (C4)}}
  "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root}> : (tensor<8x4xf32>) -> ()
  return
}

// -----

// collective_broadcast_c4_root
func.func @main(%a0: tensor<8x4xf32>, %a1: tensor<1xi64>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op last operand of collective_broadcast with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<1xi64>' (C4)}}
  %r0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root}> : (tensor<8x4xf32>, tensor<1xi64>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// collective_broadcast_c4_roots
func.func @main(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<1xi32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op last operand of collective_broadcast with has_dynamic_root=true must have the same number of elements as data operands (2), but got 1 (C4)}}
  %r0, %r1 = "stablehlo.collective_broadcast"(%a0, %a1, %a2) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root}> : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %r0, %r1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// collective_broadcast_c5
func.func @main(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op inferred type(s) 'tensor<8x4xf32>', 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<8x4xf32>'}}
  %r0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// collective_permute_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expect source_target_pairs attribute of shape (N, 2), but got (1, 3) (C1)}}
  %r0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: of shape (N, 2), but got (1, 3)

// -----

// collective_permute_c2
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op duplicate sources not allowed. (C2)}}
  %r0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: duplicate sources not allowed.

// -----

// collective_permute_c3
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op duplicate targets not allowed. (C3)}}
  %r0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: duplicate targets not allowed.

// -----

// collective_permute_c4
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op replica ids in source_target_pairs must be >= 0. (C4)}}
  %r0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// cpp: in source_target_pairs must be >= 0.

// -----

// collective_permute_c5
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf64>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op requires the same element type for all operands and results (C5)}}
  %r0 = "stablehlo.collective_permute"(%a0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf64>)
  return %r0 : tensor<8x4xf64>
}

// cpp: requires the same element type for all operands

// -----

// collective_reduce_c1
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op replica id #1 seen more than once (C1)}}
  %r0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// collective_reduce_c2
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op replica id #3 not seen in replica groups (C2)}}
  %r0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// collective_reduce_c3
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x5xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op inferred type(s) 'tensor<8x4xf32>' are incompatible with return type(s) of operation 'tensor<8x5xf32>'}}
  %r0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x5xf32>)
  return %r0 : tensor<8x5xf32>
}

// -----

// collective_reduce_c3_root
func.func @main(%a0: tensor<8x4xf32>, %a1: tensor<1xi64>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op last operand of collective_reduce with has_dynamic_root=true must be a rank-1 i32 tensor, but got 'tensor<1xi64>' (C3)}}
  %r0 = "stablehlo.collective_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<1xi64>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// collective_reduce_c3_roots
func.func @main(%a0: tensor<8x4xf32>, %a1: tensor<8x4xf32>, %a2: tensor<1xi32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op last operand of collective_reduce with has_dynamic_root=true must have the same number of elements as data operands (2), but got 1 (C3)}}
  %r0, %r1 = "stablehlo.collective_reduce"(%a0, %a1, %a2) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, has_dynamic_root}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<8x4xf32>, tensor<1xi32>) -> (tensor<8x4xf32>, tensor<8x4xf32>)
  return %r0, %r1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// collective_reduce_c4
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_reduce' op Reduction-region must take 2 parameters, but takes 1 parameter(s) (C4)}}
  %r0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({^bb0(%x: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}
