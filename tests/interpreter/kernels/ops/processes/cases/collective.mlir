// Ops in which the processes of a group take part: the specification's examples.

// -----

// All gather concatenates in the order of the group.
func.func @p(%x: tensor<2x1xi64>) -> tensor<2x2xi64> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}> : (tensor<2x1xi64>) -> tensor<2x2xi64>
  return %y : tensor<2x2xi64>
}
func.func @main(%a0: tensor<2x1xi64>, %a1: tensor<2x1xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2x1xi64>, tensor<2x1xi64>) -> (tensor<2x2xi64>, tensor<2x2xi64>)
  return %r#0, %r#1 : tensor<2x2xi64>, tensor<2x2xi64>
}

// run: [[1], [2]], [[3], [4]]
// => [[3, 1], [4, 2]]
// => [[3, 1], [4, 2]]

// -----

// All gather across replicas and partitions and by flattened ids.
func.func @p(%x: tensor<1xi64>) -> tensor<4xi64> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1xi64>) -> tensor<4xi64>
  return %y : tensor<4xi64>
}
func.func @main(%a0: tensor<1xi64>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3) <{programs = [[@p, @p], [@p, @p]]}> : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<4xi64>, tensor<4xi64>, tensor<4xi64>, tensor<4xi64>
}

// run: [1], [2], [3], [4]
// => [1, 3, 2, 4]
// => [1, 3, 2, 4]
// => [1, 3, 2, 4]
// => [1, 3, 2, 4]

// -----

// All gather across replicas and partitions and by flattened ids.
func.func @p(%x: tensor<1xi64>) -> tensor<2xi64> {
  %y = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<1xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<1xi64>, %a1: tensor<1xi64>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3) <{programs = [[@p, @p], [@p, @p]]}> : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

// run: [1], [2], [3], [4]
// => [1, 4]
// => [2, 3]
// => [2, 3]
// => [1, 4]

// -----

// All reduce adds.
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [10, 20]
// => [11, 22]
// => [11, 22]

// -----

// All reduce within each partition.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>, %a3: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3) <{programs = [[@p, @p], [@p, @p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 10, 2, 20
// => 3
// => 30
// => 3
// => 30

// -----

// Reduce scatter gives each process its part.
func.func @p(%x: tensor<4xi64>) -> tensor<2xi64> {
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<4xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<4xi64>, %a1: tensor<4xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<4xi64>, tensor<4xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2, 3, 4], [5, 6, 7, 8]
// => [6, 8]
// => [10, 12]

// -----

// All to all across partitions.
func.func @p(%x: tensor<2x4xi64>) -> tensor<4x2xi64> {
  %y = "stablehlo.all_to_all"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xi64>) -> tensor<4x2xi64>
  return %y : tensor<4x2xi64>
}
func.func @main(%a0: tensor<2x4xi64>, %a1: tensor<2x4xi64>) -> (tensor<4x2xi64>, tensor<4x2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p, @p]]}> : (tensor<2x4xi64>, tensor<2x4xi64>) -> (tensor<4x2xi64>, tensor<4x2xi64>)
  return %r#0, %r#1 : tensor<4x2xi64>, tensor<4x2xi64>
}

// run: [[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]
// => [[1, 2], [5, 6], [9, 10], [13, 14]]
// => [[3, 4], [7, 8], [11, 12], [15, 16]]

// -----

// Collective reduce saves the result on the root and zero elsewhere.
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %y = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<2xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>, %a2: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %r:3 = "interpreter.run_parallel"(%a0, %a1, %a2) <{programs = [[@p], [@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1, %r#2 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [3, 4], [5, 6]
// => [4, 6]
// => 0
// => 0

// -----

// Replica groups as axes of a mesh.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>, %a3: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3) <{programs = [[@p], [@p], [@p], [@p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 10, 2, 20
// => 3
// => 30
// => 3
// => 30

// -----

// Collective reduce by flattened ids and within each partition.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>, %a3: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3) <{programs = [[@p, @p], [@p, @p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 2, 4, 8
// => 5
// => 10
// => 0
// => 0

// -----

// Collective reduce by flattened ids and within each partition.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.collective_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p, @p]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run: 1, 2
// => 3
// => 0

// -----

// Cross replica sum.
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %y = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [10, 20]
// => [11, 22]
// => [11, 22]

// -----

// Computations that read from outside are those of each process: each one adds its own number of the replica once
// more (all_reduce).
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %id = stablehlo.replica_id : tensor<ui32>
  %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    %t = stablehlo.add %s, %k : tensor<i64>
    stablehlo.return %t : tensor<i64>
  }) : (tensor<2xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [10, 20]
// => [11, 22]
// => [12, 23]

// -----

// Computations that read from outside are those of each process: each one adds its own number of the replica once
// more (reduce_scatter).
func.func @p(%x: tensor<2xi64>) -> tensor<1xi64> {
  %id = stablehlo.replica_id : tensor<ui32>
  %k = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
  %y = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%l: tensor<i64>, %r: tensor<i64>):
    %s = stablehlo.add %l, %r : tensor<i64>
    %t = stablehlo.add %s, %k : tensor<i64>
    stablehlo.return %t : tensor<i64>
  }) : (tensor<2xi64>) -> tensor<1xi64>
  return %y : tensor<1xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>) -> (tensor<1xi64>, tensor<1xi64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>) -> (tensor<1xi64>, tensor<1xi64>)
  return %r#0, %r#1 : tensor<1xi64>, tensor<1xi64>
}

// run: [1, 2], [10, 20]
// => 11
// => 23
