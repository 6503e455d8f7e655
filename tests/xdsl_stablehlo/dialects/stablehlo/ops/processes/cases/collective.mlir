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
