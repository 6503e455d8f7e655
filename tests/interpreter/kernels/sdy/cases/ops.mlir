// Shardy: shardings change nothing, and manual computations run on a grid of their own.

// -----

// A sum along an axis.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"x", "y"} (%p: tensor<4x2xf32>) {
    %r = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %s = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    sdy.return %r : tensor<4x2xf32>
  } : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// run: iota
// => [[1.600000e+01, 1.800000e+01, 2.000000e+01, 2.200000e+01], [2.400000e+01, 2.600000e+01, 2.800000e+01, 3.000000e+01], [3.200000e+01, 3.400000e+01, 3.600000e+01, 3.800000e+01], [4.000000e+01, 4.200000e+01, 4.400000e+01, 4.600000e+01]]

// -----

// Each device knows its number.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"y", "x"}, {}]>] manual_axes={"x", "y"} (%p: tensor<2x4xf32>) {
    %i = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
    %r = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
    sdy.return %r : tensor<2x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// run: iota
// => [[0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00], [2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00], [2.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 1.000000e+00, 1.000000e+00, 1.000000e+00], [3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00], [3.000000e+00, 3.000000e+00, 3.000000e+00, 3.000000e+00]]

// -----

// Axes that are not manual stay whole.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%p: tensor<4x4xf32>) {
    %r = "stablehlo.all_reduce"(%p) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%u: tensor<f32>, %v: tensor<f32>):
      %s = stablehlo.add %u, %v : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %r : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// run: iota
// => [[1.600000e+01, 1.800000e+01, 2.000000e+01, 2.200000e+01], [2.400000e+01, 2.600000e+01, 2.800000e+01, 3.000000e+01], [3.200000e+01, 3.400000e+01, 3.600000e+01, 3.800000e+01], [4.000000e+01, 4.200000e+01, 4.400000e+01, 4.600000e+01]]

// -----

// A manual computation in another one.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<4x4xf32>) {
    %r = sdy.manual_computation(%p) in_shardings=[<@mesh, [{}, {"y"}]>] out_shardings=[<@mesh, [{}, {"y"}]>] manual_axes={"y"} (%q: tensor<4x2xf32>) {
      %i = stablehlo.partition_id : tensor<ui32>
      %f = stablehlo.convert %i : (tensor<ui32>) -> tensor<f32>
      %r_0 = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
      sdy.return %r_0 : tensor<4x2xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %r : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// run: iota
// => [[0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00], [0.000000e+00, 0.000000e+00, 1.000000e+00, 1.000000e+00], [2.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+00, 3.000000e+00, 3.000000e+00]]

// -----

// One device needs no grid.
sdy.mesh @mesh = <["x"=1]>
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%p: tensor<8x4xf32>) {
    %r = stablehlo.add %p, %p : tensor<8x4xf32>
    sdy.return %r : tensor<8x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// run: iota
// => [[0.000000e+00, 2.000000e+00, 4.000000e+00, 6.000000e+00], [8.000000e+00, 1.000000e+01, 1.200000e+01, 1.400000e+01], [1.600000e+01, 1.800000e+01, 2.000000e+01, 2.200000e+01], [2.400000e+01, 2.600000e+01, 2.800000e+01, 3.000000e+01], [3.200000e+01, 3.400000e+01, 3.600000e+01, 3.800000e+01], [4.000000e+01, 4.200000e+01, 4.400000e+01, 4.600000e+01], [4.800000e+01, 5.000000e+01, 5.200000e+01, 5.400000e+01], [5.600000e+01, 5.800000e+01, 6.000000e+01, 6.200000e+01]]

// -----

// A mesh that is not there is an error.
func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  // expected-error@+1 {{'sdy.manual_computation' op operand - unknown mesh: @mesh}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>]
  manual_axes={"x"} (%p: tensor<4x4xf32>) {
    %r = stablehlo.add %p, %p : tensor<4x4xf32>
    sdy.return %r : tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

// Shardings are the identity and fold.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main() -> tensor<2xf32> {
  %c = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = sdy.sharding_constraint %c <@mesh, [{"x"}]> : tensor<2xf32>
  %1 = sdy.reshard %0 <@mesh, [{}]> : tensor<2xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<2xf32>
  sdy.sharding_group %2 group_id=1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}

// run:
// => [1.000000e+00, 2.000000e+00]

// fold: unevaluated
// => sdy.mesh @mesh = <["x"=2, "y"=2]>
// => func.func @main() -> tensor<2xf32> {
// =>   %cst = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// =>   sdy.sharding_group %cst group_id=1 : tensor<2xf32>
// =>   return %cst : tensor<2xf32>
// => }

// -----

// Collectives keep the whole.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %x out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  %1 = sdy.all_gather [{}, {"x"}] %0 out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
  %2 = sdy.all_slice [{"y"}, {}] %1 out_sharding=<@mesh, [{"y"}, {}]> : tensor<8x4xf32>
  %3 = sdy.collective_permute %2 out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %4 = sdy.sharded_to_unreduced [{"x"}, {}] %3 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<8x4xf32>
  %5 = sdy.reduce_scatter [{}, {"x"}] %4 out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x4xf32>
  return %5 : tensor<8x4xf32>
}

// run: iota
// => [[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00], [8.000000e+00, 9.000000e+00, 1.000000e+01, 1.100000e+01], [1.200000e+01, 1.300000e+01, 1.400000e+01, 1.500000e+01], [1.600000e+01, 1.700000e+01, 1.800000e+01, 1.900000e+01], [2.000000e+01, 2.100000e+01, 2.200000e+01, 2.300000e+01], [2.400000e+01, 2.500000e+01, 2.600000e+01, 2.700000e+01], [2.800000e+01, 2.900000e+01, 3.000000e+01, 3.100000e+01]]

// -----

// A sum of what is no term is not evaluated: each of two devices has the whole: what their sum is to mean, Shardy
// does not say.
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = sdy.all_reduce {"x"} %x out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// run: iota
// error: 5:8: 'sdy.all_reduce' op reduces along "x", along which its operand is not unreduced (operands: tensor<8x4xf32>)

// -----

// A named computation gives what its body gives.
func.func @main(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<2xf32>) {
  %c = sdy.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0:2 = sdy.named_computation<"twice">(%x, %c) (%a: tensor<8x4xf32>, %b: tensor<2xf32>) {
    %s = stablehlo.add %a, %a : tensor<8x4xf32>
    sdy.return %s, %b : tensor<8x4xf32>, tensor<2xf32>
  } : (tensor<8x4xf32>, tensor<2xf32>) -> (tensor<8x4xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<8x4xf32>, tensor<2xf32>
}

// run: iota
// => [[0.000000e+00, 2.000000e+00, 4.000000e+00, 6.000000e+00], [8.000000e+00, 1.000000e+01, 1.200000e+01, 1.400000e+01], [1.600000e+01, 1.800000e+01, 2.000000e+01, 2.200000e+01], [2.400000e+01, 2.600000e+01, 2.800000e+01, 3.000000e+01], [3.200000e+01, 3.400000e+01, 3.600000e+01, 3.800000e+01], [4.000000e+01, 4.200000e+01, 4.400000e+01, 4.600000e+01], [4.800000e+01, 5.000000e+01, 5.200000e+01, 5.400000e+01], [5.600000e+01, 5.800000e+01, 6.000000e+01, 6.200000e+01]]
// => [1.000000e+00, 2.000000e+00]
