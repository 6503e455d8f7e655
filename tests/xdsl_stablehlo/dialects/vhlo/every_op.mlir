// One function for each op of StableHLO, and for what versions added to an op. Each stands under the version that first has it.
// The artifacts in `artifacts.tar.xz` were made of this file; it is added to, and never changed.

// since 0.9.0
func.func private @declared(tensor<f32>) -> tensor<f32>
func.func @unary(%f: tensor<2x3xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>, %c: tensor<2xcomplex<f32>>) {
  %0 = stablehlo.abs %f : tensor<2x3xf32>
  %1 = stablehlo.cbrt %f : tensor<2x3xf32>
  %2 = stablehlo.ceil %f : tensor<2x3xf32>
  %3 = stablehlo.cosine %f : tensor<2x3xf32>
  %4 = stablehlo.count_leading_zeros %i : tensor<4xi32>
  %5 = stablehlo.exponential %f : tensor<2x3xf32>
  %6 = stablehlo.exponential_minus_one %f : tensor<2x3xf32>
  %7 = stablehlo.floor %f : tensor<2x3xf32>
  %8 = stablehlo.imag %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %9 = stablehlo.is_finite %f : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %10 = stablehlo.log %f : tensor<2x3xf32>
  %11 = stablehlo.log_plus_one %f : tensor<2x3xf32>
  %12 = stablehlo.logistic %f : tensor<2x3xf32>
  %13 = stablehlo.negate %f : tensor<2x3xf32>
  %14 = stablehlo.not %p : tensor<4xi1>
  %15 = stablehlo.popcnt %i : tensor<4xi32>
  %16 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %17 = stablehlo.round_nearest_afz %f : tensor<2x3xf32>
  %18 = stablehlo.round_nearest_even %f : tensor<2x3xf32>
  %19 = stablehlo.rsqrt %f : tensor<2x3xf32>
  %20 = stablehlo.sign %f : tensor<2x3xf32>
  %21 = stablehlo.sine %f : tensor<2x3xf32>
  %22 = stablehlo.sqrt %f : tensor<2x3xf32>
  %23 = stablehlo.tanh %f : tensor<2x3xf32>
  %24 = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xbf16>
  %25 = stablehlo.bitcast_convert %f : (tensor<2x3xf32>) -> tensor<2x3xui32>
  %26 = stablehlo.reduce_precision %f, format = e5m10 : tensor<2x3xf32>
  return
}
func.func @binary(%f: tensor<3xf64>, %i: tensor<4xi16>, %p: tensor<4xi1>) {
  %0 = stablehlo.add %f, %f : tensor<3xf64>
  %1 = stablehlo.and %p, %p : tensor<4xi1>
  %2 = stablehlo.atan2 %f, %f : tensor<3xf64>
  %3 = stablehlo.complex %f, %f : tensor<3xcomplex<f64>>
  %4 = stablehlo.divide %f, %f : tensor<3xf64>
  %5 = stablehlo.maximum %f, %f : tensor<3xf64>
  %6 = stablehlo.minimum %f, %f : tensor<3xf64>
  %7 = stablehlo.multiply %f, %f : tensor<3xf64>
  %8 = stablehlo.or %i, %i : tensor<4xi16>
  %9 = stablehlo.power %f, %f : tensor<3xf64>
  %10 = stablehlo.remainder %i, %i : tensor<4xi16>
  %11 = stablehlo.shift_left %i, %i : tensor<4xi16>
  %12 = stablehlo.shift_right_arithmetic %i, %i : tensor<4xi16>
  %13 = stablehlo.shift_right_logical %i, %i : tensor<4xi16>
  %14 = stablehlo.subtract %f, %f : tensor<3xf64>
  %15 = stablehlo.xor %i, %i : tensor<4xi16>
  %16 = stablehlo.compare LT, %f, %f, TOTALORDER : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
  %17 = stablehlo.compare NE, %i, %i : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
  %18 = stablehlo.select %p, %i, %i : tensor<4xi1>, tensor<4xi16>
  %19 = stablehlo.clamp %f, %f, %f : tensor<3xf64>
  return
}
func.func public @constants() -> (tensor<2x2xf32>, tensor<5xi1> {jax.result_info = "mask"}) {
  %0 = stablehlo.constant dense<[[1.0, -0.0], [0x7F800000, 3.5]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %2 = stablehlo.constant dense<true> : tensor<9xi1>
  %3 = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %5 = stablehlo.constant dense<7> : tensor<100xui8>
  %6 = stablehlo.constant dense<[(1.0, 2.0), (0.0, -1.0)]> : tensor<2xcomplex<f32>>
  %7 = stablehlo.constant dense<> : tensor<0x3xf16>
  %8 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xbf16>
  %9 = stablehlo.constant dense<[0.5, 448.0]> : tensor<2xf8E4M3FN>
  %10 = stablehlo.constant dense<-1> : tensor<i64>
  return %0, %1 : tensor<2x2xf32>, tensor<5xi1>
}
func.func @movement(%a: tensor<3x4xf32>, %s: tensor<f32>, %i: tensor<i32>) {
  %0 = stablehlo.broadcast_in_dim %a, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.broadcast %a, sizes = [2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %2 = stablehlo.concatenate %a, %a, dim = 1 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x8xf32>
  %3 = stablehlo.iota dim = 1 : tensor<3x4xi32>
  %4 = stablehlo.pad %a, %s, low = [0, 1], high = [2, 0], interior = [0, 1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<5x8xf32>
  %5 = stablehlo.reshape %a : (tensor<3x4xf32>) -> tensor<12xf32>
  %6 = stablehlo.reverse %a, dims = [0, 1] : tensor<3x4xf32>
  %7 = stablehlo.slice %a [0:2, 1:4:2] : (tensor<3x4xf32>) -> tensor<2x2xf32>
  %8 = stablehlo.transpose %a, dims = [1, 0] : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %9 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1, 2] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %10 = stablehlo.dynamic_update_slice %a, %9, %i, %i : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %11 = "stablehlo.torch_index_select"(%a, %3) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3x4xf32>, tensor<3x4xi32>) -> tensor<3x4x4xf32>
  return
}
func.func @gathers(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %u: tensor<2x3x2x2xi32>, %z: tensor<3xi64>) {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>
  %1 = "stablehlo.dynamic_gather"(%a, %i, %z) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = true}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi32>
  %2 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, unique_indices = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2x3x2x2xi32>) -> tensor<3x4x2xi32>
  return
}
func.func @reductions(%a: tensor<4x6xf32>, %z: tensor<f32>, %w: tensor<2x3xf32>) {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x6xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = "stablehlo.select_and_scatter"(%a, %w, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  %3:2 = "stablehlo.sort"(%a, %a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<f32>, %t: tensor<f32>):
    %m = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>)
  %4 = "stablehlo.map"(%a, %a) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
func.func @products(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>, %x: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %d: tensor<2x2xi64>) {
  %0 = stablehlo.dot %a, %b, precision = [HIGH, DEFAULT] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 2]], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x4x8x4xf32>
  %3 = "stablehlo.dynamic_conv"(%x, %k, %d) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>, tensor<2x2xi64>) -> tensor<1x?x?x4xf32>
  %4 = "stablehlo.einsum"(%a, %b) <{einsum_config = "ab,bc->ac"}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %5 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ab->a"}> : (tensor<3x4xf32>) -> tensor<3xf32>
  return
}
func.func @algebra(%a: tensor<2x3x3xf32>, %t: tensor<8xcomplex<f32>>, %s: tensor<4xui64>, %v: tensor<3xf32>) {
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
  %1 = "stablehlo.triangular_solve"(%a, %a) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %2 = stablehlo.fft %t, type = FFT, length = [8] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  %3, %4 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<4xui64>) -> (tensor<4xui64>, tensor<2xui32>)
  %5 = stablehlo.constant dense<[2]> : tensor<1xi64>
  %6 = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.rng %6, %6, %5, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %8 = "stablehlo.batch_norm_inference"(%a, %v, %v, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x3xf32>
  %9:3 = "stablehlo.batch_norm_training"(%a, %v, %v) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %10:3 = "stablehlo.batch_norm_grad"(%a, %v, %v, %v, %a) <{epsilon = 1.0e-3 : f32, feature_index = 2 : i64}> : (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return
}
func.func @dynamic(%a: tensor<?x4xf32>, %s: tensor<2xi32>, %n: tensor<i32>, %z: tensor<f32>) {
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x4xi32>
  %2 = stablehlo.dynamic_pad %a, %z, %s, %s, %s : (tensor<?x4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %3 = stablehlo.dynamic_reshape %a, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<2x?xf32>
  %4 = stablehlo.real_dynamic_slice %a, %s, %s, %s : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %6 = stablehlo.set_dimension_size %2, %n, dim = 0 : (tensor<?x?xf32>, tensor<i32>) -> tensor<?x?xf32>
  %7 = stablehlo.abs %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return
}
func.func @bounded(%a: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<?x4xf32, #stablehlo.bounds<8, ?>> {
  return %a : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
}
func.func @control(%p: tensor<i1>, %i: tensor<i32>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %b : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %0 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %2:2 = stablehlo.while(%n = %i, %v = %1) : tensor<i32>, tensor<2xf32> cond {
    %c = stablehlo.compare LT, %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %m = stablehlo.add %n, %i : tensor<i32>
    %w = stablehlo.sine %v : tensor<2xf32>
    stablehlo.return %m, %w : tensor<i32>, tensor<2xf32>
  }
  %3 = stablehlo.optimization_barrier %2#1 : tensor<2xf32>
  %4 = stablehlo.tuple %3, %p : tuple<tensor<2xf32>, tensor<i1>>
  %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<2xf32>, tensor<i1>>) -> tensor<2xf32>
  %6 = call @control(%p, %i, %5, %a) : (tensor<i1>, tensor<i32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}
func.func @collectives(%a: tensor<4x2xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
  %1 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.all_to_all"(%a) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x2xf32>) -> tensor<2x4xf32>
  %3 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %4 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %5 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %6 = stablehlo.partition_id : tensor<ui32>
  %7 = stablehlo.replica_id : tensor<ui32>
  return
}
func.func @transfers(%a: tensor<2xf32>) {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = "stablehlo.send"(%a, %1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  %3:2 = "stablehlo.recv"(%2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %4:2 = "stablehlo.infeed"(%3#1) <{infeed_config = "in", layout = [[0]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %5 = "stablehlo.outfeed"(%4#0, %4#1) <{outfeed_config = "out"}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
func.func @custom_calls(%a: tensor<2x3xf32> {mhlo.sharding = "{replicated}"}, %b: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @plain(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.custom_call @full(%0) {api_version = 2 : i32, backend_config = "b", called_computations = [@declared], has_side_effect = true, mhlo.extra = {k = 1 : i64, l = [true, "s"]}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
func.func @quantized(%a: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32> {
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2xf32>
}
func.func @types(%a: tensor<i4>, %b: tensor<ui4>, %c: tensor<i8>, %d: tensor<ui16>, %e: tensor<ui64>, %f: tensor<f16>, %g: tensor<f8E5M2>, %h: tensor<index>, %i: tensor<complex<f64>>) {
  return
}

// since 0.10.0
func.func @types_0_10(%a: tensor<f8E4M3FNUZ>, %b: tensor<f8E5M2FNUZ>) {
  return
}

// since 0.11.0
func.func @types_0_11(%a: tensor<2xf8E4M3B11FNUZ>) -> tensor<2xf8E4M3B11FNUZ> {
  %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E4M3B11FNUZ>
  return %0 : tensor<2xf8E4M3B11FNUZ>
}

// since 0.16.0
func.func @collective_broadcast(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// since 0.17.0
func.func @promoting_reduce(%a: tensor<4xf32>, %z: tensor<f32>) -> tensor<f64> {
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %m = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %m : tensor<f64>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// since 0.18.0
func.func @per_axis(%a: tensor<2x2x!quant.uniform<i8<-127:127>:f32:1, {0.5:3, 0.25}>>) {
  return
}

// since 0.19.0
func.func private @body(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}
func.func @composite(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %a {composite_attributes = {n = 1 : i32, s = "x"}, decomposition = @body, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// since 1.1.0
func.func @batched_gather(%a: tensor<2x4xi32>, %i: tensor<2x1xi64>) -> tensor<2x2xi32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x4xi32>, tensor<2x1xi64>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// since 1.2.0
func.func @types_1_2(%a: tensor<i2>, %b: tensor<ui2>) -> tensor<3xi2> {
  %0 = stablehlo.constant dense<[-2, -1, 1]> : tensor<3xi2>
  return %0 : tensor<3xi2>
}

// since 1.3.0
func.func @typed_ffi(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.custom_call @ffi(%a) {api_version = 4 : i32, backend_config = {k = 1 : i64, z = 0.5 : f32}} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// since 1.4.0
func.func @tangent(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tan %a : tensor<f32>
  return %0 : tensor<f32>
}

// since 1.5.0
func.func @variadic_collectives(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %0:2 = "stablehlo.all_gather"(%a, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  %1:2 = "stablehlo.all_reduce"(%a, %b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// since 1.6.0
func.func @dot_algorithm(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) -> tensor<3x5xf32> {
  %0 = "stablehlo.dot_general"(%a, %b) <{algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// since 1.7.0
func.func @types_1_7(%a: tensor<f8E4M3>, %b: tensor<f8E3M4>) {
  return
}

// since 1.8.0
func.func @types_1_8(%a: tensor<f4E2M1FN>, %b: tensor<f6E2M3FN>, %c: tensor<f6E3M2FN>, %d: tensor<f8E8M0FNU>) {
  return
}

// since 1.9.0
func.func @accuracy_1_9(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.exponential"(%a) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// since 1.10.0
func.func @accuracy_1_10(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.tan"(%a) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// since 1.12.0
func.func @pairs(%t: !stablehlo.token) -> !stablehlo.token {
  %0:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<f32>, !stablehlo.token)
  return %0#1 : !stablehlo.token
}

// since 1.13.0
func.func @buffers(%a: memref<2xf32>) -> memref<2xf32> {
  %0 = stablehlo.custom_call @inplace(%a) {output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (memref<2xf32>) -> memref<2xf32>
  return %0 : memref<2xf32>
}

// since 1.14.0
func.func @composite_region(%a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.composite"(%a) <{decomposition = @body, name = "my.op"}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// since 1.15.0
func.func @async(%a: tensor<2xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.async_start"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    %m = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    stablehlo.return %m : tensor<4xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// since 1.16.0
func.func @mesh_groups(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>>, axes = [#stablehlo.axis_ref<name = "y">]>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// since 1.17.0
func.func @future_operand(%a: !stablehlo.future<tensor<2xf32>>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @wait(%a) : (!stablehlo.future<tensor<2xf32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// since 1.18.0
func.func @tilings(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.custom_call"(%a) <{call_target_name = "tiled", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>], result_tilings = [[dense<[8, 128]> : tensor<2xindex>]]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// since 1.19.0
func.func @collective_reduce(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %m = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// since 1.20.0
func.func @dynamic_root(%a: tensor<4xf32>, %r: tensor<i32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
