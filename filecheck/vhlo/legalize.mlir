// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo %s | filecheck %s
// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo %s | stablehlo-opt --vhlo-legalize-to-stablehlo | filecheck %s --check-prefix=BACK
// RUN: stablehlo-opt %s --emit-bytecode | stablehlo-opt --stablehlo-legalize-to-vhlo --emit-bytecode | stablehlo-opt | filecheck %s

// What StableHLO leaves out is spelled out in VHLO, and left out again on the way back.

// CHECK:      vhlo.func_v1 @call(%arg0: !vhlo.tensor_v1<2x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<2x!vhlo.f32_v1>) {
// CHECK-NEXT:   %0 = "vhlo.custom_call_v2"(%arg0) <{api_version = #vhlo<api_version_v1 API_VERSION_ORIGINAL>, backend_config = #vhlo.string_v1<"">, call_target_name = #vhlo.string_v1<"t">, called_computations = #vhlo.array_v1<[]>, has_side_effect = #vhlo.bool_v1<false>, operand_layouts = #vhlo.array_v1<[]>, output_operand_aliases = #vhlo.array_v1<[]>, result_layouts = #vhlo.array_v1<[]>, result_tilings = #vhlo.array_v1<[]>}> {mhlo.note = #vhlo.dict_v1<{#vhlo.string_v1<"k"> = #vhlo.integer_v1<1 : i64>}>} : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> !vhlo.tensor_v1<2x!vhlo.f32_v1>
// CHECK-NEXT:   "vhlo.return_v1"(%0) : (!vhlo.tensor_v1<2x!vhlo.f32_v1>) -> ()
// CHECK-NEXT: } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"">}
// BACK:      stablehlo.custom_call @t(%arg0) {mhlo.note = {k = 1 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
func.func @call(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @t(%arg0) {mhlo.note = {k = 1 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// A collective's channel_handle is its channel_id, and its flags are booleans.

// CHECK:      "vhlo.all_gather_v2"(%arg0) <{all_gather_dim = #vhlo.integer_v1<0 : i64>, channel_id = #vhlo.integer_v1<5 : i64>, replica_groups = #vhlo.tensor_v1<dense<{{\[}}[0, 1]]> : tensor<1x2xi64>>, use_global_device_ids = #vhlo.bool_v1<true>}>
// BACK:      channel_handle = #stablehlo.channel_handle<handle = 5, type = 0>
// BACK-SAME: use_global_device_ids
func.func @gather(%arg0: tensor<2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Types, one by one.

// CHECK:      vhlo.func_v1 @types(
// CHECK-SAME:   %arg0: !vhlo.tensor_v1<?x4x!vhlo.bool_v1, #vhlo.type_extensions_v1<bounds = [8, ?]>>,
// CHECK-SAME:   %arg1: !vhlo.tensor_v1<!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 5.000000e-01:3, -128:127, 1>>,
// CHECK-SAME:   %arg2: !vhlo.tuple_v1<!vhlo.tensor_v1<!vhlo.complex_v1<!vhlo.f64_v1>>, !vhlo.token_v1>,
// CHECK-SAME:   %arg3: !vhlo.future_v1<!vhlo.tensor_v1<2x!vhlo.ui4_v1>>)
// BACK:      func.func @types(%arg0: tensor<?x4xi1, #stablehlo.bounds<8, ?>>, %arg1: tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, %arg2: tuple<tensor<complex<f64>>, !stablehlo.token>, %arg3: !stablehlo.future<tensor<2xui4>>)
func.func @types(%arg0: tensor<?x4xi1, #stablehlo.bounds<8, ?>>, %arg1: tensor<!quant.uniform<i8:f32, 0.5:3>>, %arg2: tuple<tensor<complex<f64>>, !stablehlo.token>, %arg3: !stablehlo.future<tensor<2xui4>>) {
  return
}
