// Types that are refined, and what takes them.

// -----

// A gather of all has the sizes of all.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x6xf32> {
// =>   %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
// =>   return %r : tensor<2x6xf32>
// => }

// -----

// With a channel, the groups are of ids, or else of replicas in any number of partitions.
func.func @main(%a0: tensor<2x3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
  %s = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %r, %s : tensor<?x?xf32>, tensor<?x?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2x6xf32>, tensor<?x?xf32>) {
// =>   %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
// =>   %s = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
// =>   return %r, %s : tensor<2x6xf32>, tensor<?x?xf32>
// => }

// -----

// A group of all processes of a mesh.
func.func @main(%a0: tensor<2x3xf32>) -> tensor<?x?xf32> {
  %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%a0: tensor<2x3xf32>) -> tensor<2x12xf32> {
// =>   %r = "stablehlo.all_gather"(%a0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x3xf32>) -> tensor<2x12xf32>
// =>   return %r : tensor<2x12xf32>
// => }

// -----

// Bits of as many bytes.
func.func @main(%a0: tensor<3xi64>) -> tensor<?xf64> {
  %r = stablehlo.bitcast_convert %a0 : (tensor<3xi64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%a0: tensor<3xi64>) -> tensor<3xf64> {
// =>   %r = stablehlo.bitcast_convert %a0 : (tensor<3xi64>) -> tensor<3xf64>
// =>   return %r : tensor<3xf64>
// => }

// -----

// Bits of fewer bytes: the sizes are not refined.
func.func @main(%a0: tensor<3xi64>) -> tensor<?x?xi8> {
  %r = stablehlo.bitcast_convert %a0 : (tensor<3xi64>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

// pass: stablehlo-refine-shapes
// unchanged

// -----

// A conversion has the size of its operand.
func.func @main(%a0: tensor<3xi64>) -> tensor<?xf32> {
  %r = stablehlo.convert %a0 : (tensor<3xi64>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%a0: tensor<3xi64>) -> tensor<3xf32> {
// =>   %r = stablehlo.convert %a0 : (tensor<3xi64>) -> tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }

// -----

// An element of a tuple.
func.func @main(%a0: tensor<3xf32>) -> tensor<3xf32> {
  %t = stablehlo.tuple %a0, %a0 : tuple<tensor<3xf32>, tensor<3xf32>>
  %r = stablehlo.get_tuple_element %t[1] : (tuple<tensor<3xf32>, tensor<3xf32>>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// pass: stablehlo-refine-shapes
// unchanged

// -----

// A composite is refined with its decomposition.
func.func @main(%x: tensor<3xf32>) -> tensor<?xf32> {
  %s = stablehlo.convert %x : (tensor<3xf32>) -> tensor<?xf32>
  %r = stablehlo.composite "my.op" %s {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = stablehlo.abs %x : tensor<?xf32>
  return %r : tensor<?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
// =>   %s = stablehlo.convert %x : tensor<3xf32>
// =>   %r = stablehlo.composite "my.op" %s {decomposition = @f} : (tensor<3xf32>) -> tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }
// => func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> {
// =>   %r = stablehlo.abs %x : tensor<3xf32>
// =>   return %r : tensor<3xf32>
// => }

// -----

// Calls in the same context are refined once.
func.func @main(%x3: tensor<3xf32>, %x4: tensor<4xf32>) {
  %one = stablehlo.convert %x3 : (tensor<3xf32>) -> tensor<?xf32>
  %other = stablehlo.convert %x3 : (tensor<3xf32>) -> tensor<?xf32>
  %n = stablehlo.constant dense<7> : tensor<i32>
  %m = stablehlo.constant dense<7> : tensor<i32>
  %a = call @f(%n, %one) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  %b = call @f(%m, %other) : (tensor<i32>, tensor<?xf32>) -> tensor<?xf32>
  return
}
func.func private @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%x3: tensor<3xf32>, %x4: tensor<4xf32>) {
// =>   return
// => }
// => func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> {
// =>   return %x : tensor<3xf32>
// => }

// -----

// A constant of several elements beside what a function computes.
func.func @main(%x: tensor<3xf32>) -> tensor<2xi32> {
  %c, %y = call @f(%x) : (tensor<3xf32>) -> (tensor<2xi32>, tensor<3xf32>)
  return %c : tensor<2xi32>
}
func.func private @f(%x: tensor<3xf32>) -> (tensor<2xi32>, tensor<3xf32>) {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  return %c, %x : tensor<2xi32>, tensor<3xf32>
}

// pass: stablehlo-refine-shapes
// => func.func @main(%x: tensor<3xf32>) -> tensor<2xi32> {
// =>   %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// =>   return %c : tensor<2xi32>
// => }
// => func.func private @f(%x: tensor<3xf32>) -> (tensor<2xi32>, tensor<3xf32>) {
// =>   %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// =>   return %c, %x : tensor<2xi32>, tensor<3xf32>
// => }
