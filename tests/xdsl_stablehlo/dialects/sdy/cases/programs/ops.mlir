// Programs of test_ops.py: Shardy's ops and attributes: read, printed as C++ prints them, kept by passes.

// -----
// sharded
sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 4 : i64}]}}
sdy.mesh @m2 = <["x"=2], device_ids=[1, 0]>
sdy.mesh @m3 = <[], device_ids=[3]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y"}p1]>}, %b: tensor<8x8xf32>)
-> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}], replicated={"x"}>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x":(1)2}, {"y"}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}]> : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=3 : tensor<8x8xf32>
  %2:2 = sdy.manual_computation(%0, %b) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]
  out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"}
  (%c: tensor<2x8xf32>, %d: tensor<8x8xf32>) {
    %3 = stablehlo.add %c, %c : tensor<2x8xf32>
    sdy.return %3, %d : tensor<2x8xf32>, tensor<8x8xf32>
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %4 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>
  %5 = stablehlo.add %4, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}], unreduced={"y"}>]>}
  : tensor<8x8xf32>
  return %5 : tensor<8x8xf32>
}

// -----
// collectives
sdy.mesh @mesh = <["a"=2, "b"=4, "c"=2]>
sdy.mesh @other = <["a"=2, "b"=4, "c"=2], device_ids=[1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]>
func.func @f(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}, %y: tensor<8x8xf32>) {
  %0 = sdy.all_gather [{"b":(2)2}, {}] %x out_sharding=<@mesh, [{"a", "b":(1)2}, {}]> : tensor<8x8xf32>
  %1 = sdy.all_slice [{"b":(2)2}, {"c"}] %0 out_sharding=<@mesh, [{"a", "b"}, {"c"}]> {jax.x} : tensor<8x8xf32>
  %2 = sdy.all_to_all [{"b"}: 0->1] %x out_sharding=<@mesh, [{"a"}, {"b"}]> : tensor<8x8xf32>
  %3 = sdy.collective_permute %x out_sharding=<@other, [{"b", "c"}, {}]> : tensor<8x8xf32>
  %4 = sdy.sharded_to_unreduced [{"b"}, {}] %x out_sharding=<@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<8x8xf32>
  %5 = sdy.replicated_to_unreduced {"c"} %4 out_sharding=<@mesh, [{"a"}, {}], unreduced={"b", "c"}> : tensor<8x8xf32>
  %6 = sdy.all_reduce {"b"} %5 out_sharding=<@mesh, [{"a"}, {}], unreduced={"c"}> : tensor<8x8xf32>
  %7 = sdy.reduce_scatter [{}, {"c"}] %6 out_sharding=<@mesh, [{"a"}, {"c"}]> : tensor<8x8xf32>
  %8 = sdy.all_reduce {} %y out_sharding=<@mesh, [{}, {}]> : tensor<8x8xf32>
  return
}

// -----
// computations
sdy.mesh @mesh = <["x"=2, "a\22b"=2]>
sdy.mesh @"a mesh" = <[], device_ids=[3]>
func.func private @g(tensor<8xf32>) -> tensor<8xf32>
func.func @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %x_edge = sdy.func_data_flow_edge %x : tensor<8xf32>
  %c = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<8xf32>
  %0:2 = sdy.named_computation<"a \"name\"">(%x_edge, %c) in_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>]
  out_shardings=[<@mesh, [{?}]>, <@mesh, [{}]>] (%p: tensor<8xf32>, %q: tensor<8xf32>) {
    sdy.return %q, %p : tensor<8xf32>, tensor<8xf32>
  } {jax.x = 1 : i32} : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"a\22b", ?}p0]> : tensor<8xf32>
  %2 = stablehlo.negate %y : tensor<8xf32>
  %3 = sdy.data_flow_edge %2 : tensor<8xf32>
  sdy.named_computation<"b">() () {
    sdy.return
  } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  stablehlo.custom_call @foo(%3) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@"a mesh", []>]>}
  : (tensor<8xf32>) -> ()
  %4 = stablehlo.dot %3, %1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i])->([]) {i=8} reduction={i}>}
  : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
  %5 = stablehlo.add %3, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>,
    sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = result-0 -> [operand-1, operand-0]}]},
    {step-0 = [{"a\22b":(1)2 = operand-0 -> [result-0]}]}]>}
  : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----
// long
#mesh = #sdy.mesh<["x"=2]>
#sharding = #sdy.sharding<@mesh, [{"x"}]>
sdy.mesh @mesh = #mesh
sdy.mesh @m2 = #sdy.mesh<["x"=2], device_ids=[0, 1]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sharding}, %y: tensor<8xf32>) {
  %1 = sdy.all_gather #sdy<list_of_axis_ref_lists[{"x"}]> %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  %2 = sdy.manual_computation(%x) in_shardings=[#sharding] out_shardings=[<mesh#sdy.mesh<["x"=2]>, [{"x"}]>]
  manual_axes=#sdy<manual_axes{"x"}> (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.abs %y {sdy.sharding = #sdy.sharding_per_value<[#sharding]>} : tensor<8xf32>
  return
}

// -----
// maxima
sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}) -> tensor<8xf32> {
  %0 = sdy.all_reduce max {"x"} %x out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
