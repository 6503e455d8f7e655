// Collectives: what they reject, what they infer.

// -----

// Groups have two dimensions (all_gather).
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op replica groups should be a rank 2 tensor (I3)}}
  %r0 = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// Groups have two dimensions (collective_broadcast).
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op replica groups should be a rank 2 tensor,but instead it is of rank 1 (I2)}}
  %r0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

// A mesh symbol must be there.
func.func @main(%a0: tensor<8x4xf32>) -> (tensor<8x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op replica_groups: mesh symbol 'mesh' not found}}
  %r0 = "stablehlo.all_reduce"(%a0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>}> ({^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>) -> (tensor<8x4xf32>)
  return %r0 : tensor<8x4xf32>
}

// -----

func.func @all_reduce(%arg0: tensor<2xi8>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<2xi8>) -> tensor<2xi32>
  return
}
func.func @collective_reduce(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) {
  %0 = "stablehlo.collective_reduce"(%arg0, %arg1) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %1 = stablehlo.add %arg2, %arg3 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}
func.func @all_to_all_1(%arg0: tensor<8x4xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}
func.func @all_to_all_2(%arg0: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>>
  return
}
func.func @all_to_all_3(%arg0: tensor<?x?xf32, #stablehlo.bounds<8, 4>>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<?x?xf32, #stablehlo.bounds<8, 4>>) -> tensor<?x?xf32, #stablehlo.bounds<4, 8>>
  return
}
func.func @collective_broadcast(%arg0: tensor<2xf32>) {
  %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @collective_permute(%arg0: tensor<2xf32>) {
  %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @"cross-replica-sum"(%arg0: tensor<2xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @all_gather(%arg0: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}
func.func @reduce_scatter(%arg0: tensor<8xf32>) {
  %0 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8xf32>) -> tensor<4xf32>
  return
}

// infer:
// unchanged

// -----

func.func @all_gather_1(%arg0: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x8xf32>
  return
}
func.func @all_gather_2(%arg0: tensor<2x4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<2x?xf32>
  return
}
func.func @all_gather_3(%arg0: tensor<?x4xf32>) {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<2x?xf32>
  return
}
func.func @all_to_all(%arg0: tensor<8x4xf32>) {
  %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<8x4xf32>) -> tensor<4x8xf32>
  return
}
func.func @all_reduce(%arg0: tensor<?xf32>) {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// speculate:
// => yes: @all_gather_2 @all_reduce
// => no: @all_gather_1 @all_gather_3 @all_to_all

// -----

func.func @partition_id() -> (tensor<ui32>, tensor<ui32>) {
  %r0 = stablehlo.replica_id : tensor<ui32>
  %r1 = stablehlo.partition_id {x = 1 : i32} : tensor<ui32>
  return %r0, %r1 : tensor<ui32>, tensor<ui32>
}

// print:
// unchanged
// cpp: the same
