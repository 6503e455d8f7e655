// Programs of test_shardy.py: Artifacts of sharded programs: Shardy stays what it is, between casts where its values
// meet those of VHLO.

// -----
// sharded
module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  sdy.mesh @d = <["x"=2], device_ids=[1, 0]>
  sdy.mesh @e = <[]>
  func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}p1, {}], replicated={"y":(2)2}>}) {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"x", ?}p0, {"y"}]> : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <mesh<["z"=3]>, [{}, {}], unreduced={"z"}> : tensor<8x8xf32>
    %2 = sdy.manual_computation(%1) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
      sdy.return %arg1 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<8x8xf32>
    %4 = stablehlo.abs %3 : tensor<8x8xf32>
    %5 = sdy.reshard %4 <@m, [{"x"}, {?}]> : tensor<8x8xf32>
    %6 = stablehlo.custom_call @foo(%5) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk])->([i, jk]) {i=8, j=2, k=4} need_replication={k}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %6 : tensor<8x8xf32>
  }
}


// -----
// others
module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @f(%arg0: tensor<8x8xf32>) {
    %0 = sdy.all_slice [{"y":(1)2}, {}] %arg0 out_sharding=<@m, [{"y":(1)2}, {}]> : tensor<8x8xf32>
    %1 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> {jax.moves = #sdy<all_to_all_param_list[{"x"}: 0->1]>} : tensor<8x8xf32>
    %2 = sdy.named_computation<"n">(%arg0) in_shardings=[<@m, [{"x"}, {"y"}]>] (%arg1: tensor<8x8xf32>) {
      sdy.return %arg1 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = sdy.constant dense<1.000000e+00> : tensor<2xf32>
    %4 = stablehlo.abs %3 {jax.edges = #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>} : tensor<2xf32>
    return
  }
}

