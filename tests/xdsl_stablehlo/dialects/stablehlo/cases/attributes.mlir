// Attributes and types: their text, and what they reject.

// -----

func.func private @comparison_direction() attributes {a = #stablehlo<comparison_direction LT>}
func.func private @comparison_type() attributes {a = #stablehlo<comparison_type TOTALORDER>}
func.func private @fft_type() attributes {a = #stablehlo<fft_type IRFFT>}
func.func private @precision() attributes {a = #stablehlo<precision HIGHEST>}
func.func private @rng_algorithm() attributes {a = #stablehlo<rng_algorithm THREE_FRY>}
func.func private @rng_distribution() attributes {a = #stablehlo<rng_distribution NORMAL>}
func.func private @transpose() attributes {a = #stablehlo<transpose ADJOINT>}
func.func private @result_accuracy_mode() attributes {a = #stablehlo.result_accuracy_mode<HIGHEST>}
func.func private @dot() attributes {a = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1]>}
func.func private @dot_3() attributes {a = #stablehlo.dot<>}
func.func private @gather() attributes {a = #stablehlo.gather<offset_dims = [1], index_vector_dim = 2>}
func.func private @scatter() attributes {a = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}
func.func private @conv() attributes {a = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[f, 1, 0, b]>}
func.func private @conv_2() attributes {a = #stablehlo.conv<[b, f]x[o, i]->[b, f]>}
func.func private @output_operand_alias() attributes {a = #stablehlo.output_operand_alias<output_tuple_indices = [0, 1], operand_index = 2, operand_tuple_indices = []>}
func.func private @result_accuracy() attributes {a = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>}
func.func private @axis_ref() attributes {a = #stablehlo.axis_ref<name = "x">}
func.func private @axis_ref_2() attributes {a = #stablehlo.axis_ref<name = "x", sub_axis_info = (2)4>}
func.func private @mesh_2() attributes {a = #stablehlo.mesh<axes=[<name = "x", size = 2>], device_ids=dense<[1, 0]> : tensor<2xi64>>}
func.func private @replica_group_mesh_axes() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>}
func.func private @bounds() attributes {a = tensor<?x2xf32, #stablehlo.bounds<3, ?>>}
func.func private @bounds_2() attributes {a = #stablehlo.bounds<>}
func.func private @token() attributes {a = !stablehlo.token}
func.func private @future() attributes {a = !stablehlo.future<tensor<2xf32>, tensor<i1>>}
func.func private @dot_algorithm_4() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 9, allow_imprecise_accumulation = false>}
func.func private @dot_algorithm_5() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// print:
// unchanged
// cpp: the same

// -----

func.func private @dot_2() attributes {a = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1, 2]>}
func.func private @gather_2() attributes {a = #stablehlo.gather<index_vector_dim = 0, operand_batching_dims = [0], start_indices_batching_dims = [1]>}
func.func private @channel_handle() attributes {a = #stablehlo.channel_handle<type = 2, handle = 1>}
func.func private @result_accuracy_2() attributes {a = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.1, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
func.func private @mesh_axis() attributes {a = #stablehlo.mesh_axis<size = 4, name = "x">}
func.func private @mesh() attributes {a = #stablehlo.mesh<axes=[<name = "x", size = 4>, #stablehlo.mesh_axis<name = "y", size = 2>]>}
func.func private @type_extensions() attributes {a = tensor<?x2xf32, #stablehlo.type_extensions<bounds = [3, ?]>>}

// print:
// => func.func private @dot_2() attributes {a = #stablehlo.dot<lhs_contracting_dimensions = [1, 2], rhs_contracting_dimensions = [0]>}
// => func.func private @gather_2() attributes {a = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [1]>}
// => func.func private @channel_handle() attributes {a = #stablehlo.channel_handle<handle = 1, type = 2>}
// => func.func private @result_accuracy_2() attributes {a = #stablehlo.result_accuracy<atol = 1.000000e-05, rtol = 1.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}
// => func.func private @mesh_axis() attributes {a = #stablehlo.mesh_axis<name = "x", size = 4>}
// => func.func private @mesh() attributes {a = #stablehlo.mesh<axes=[<name = "x", size = 4>, <name = "y", size = 2>]>}
// => func.func private @type_extensions() attributes {a = tensor<?x2xf32, #stablehlo.bounds<3, ?>>}
// cpp: the same

// -----

func.func private @conv() attributes {a = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 0, kernel_output_feature_dimension = 1, output_feature_dimension = 1>}

// print:
// => func.func private @conv() attributes {a = #stablehlo.conv<[f, b]x[i, o]->[b, f]>}
// cpp: the same

// -----

// Two dimensions in one place, or one outside: upstream's printer ends the process.
func.func private @conv() attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [0, 1]>}
func.func private @conv_2() attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 1, output_feature_dimension = 3, output_spatial_dimensions = [0, 1]>}
func.func private @conv_3() attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 3, output_feature_dimension = 3, output_spatial_dimensions = [0, 1]>}
func.func private @conv_4() attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 7, output_feature_dimension = 3, output_spatial_dimensions = [0, 1]>}
func.func private @conv_5() attributes {a = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = -1, output_feature_dimension = 3, output_spatial_dimensions = [0, 1]>}

// print:
// unchanged

// -----

// expected-error@+1 {{custom op 'func.func' expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST}}
func.func private @f() attributes {a = #stablehlo<precision LOW>}

// cpp: expected ::mlir::stablehlo::Precision to be one of: DEFAULT, HIGH, HIGHEST

// -----

// expected-error@+1 {{custom op 'func.func' expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`, `lhs_contracting_dimensions`, `rhs_contracting_dimensions`}}
func.func private @f() attributes {a = #stablehlo.dot<lhs = [0]>}

// cpp: expected one of: `lhs_batching_dimensions`, `rhs_batching_dimensions`

// -----

// expected-error@+1 {{custom op 'func.func' duplicated `lhs_batching_dimensions` entry}}
func.func private @f() attributes {a = #stablehlo.dot<lhs_batching_dimensions = [0], lhs_batching_dimensions = [0]>}

// cpp: duplicated `lhs_batching_dimensions` entry

// -----

// expected-error@+1 {{custom op 'func.func' Unexpected dimension c, expecting f}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0, c, f]x[0, i, o]->[b, 0, f]>}

// cpp: Unexpected dimension c, expecting f

// -----

// expected-error@+1 {{custom op 'func.func' Unexpected dimension b, expecting f}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0, b, f]x[0, i, o]->[b, 0, f]>}

// cpp: Unexpected dimension b, expecting f

// -----

// expected-error@+1 {{custom op 'func.func' Expected dimensions f not specified}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>}

// cpp: xpected dimensions f not specified

// -----

// expected-error@+1 {{custom op 'func.func' Duplicate entries for spatial dimension 0}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0, 0, f]x[0, i, o]->[b, 0, f]>}

// cpp: Duplicate entries for spatial dimension 0

// -----

// expected-error@+1 {{custom op 'func.func' Expected spatial dimensions 0 not specified}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>}

// cpp: xpected spatial dimensions 0 not specified

// -----

// expected-error@+1 {{custom op 'func.func' Unexpected dimension -2}}
func.func private @f() attributes {a = #stablehlo.conv<[b, -2, f]x[0, i, o]->[b, 0, f]>}

// cpp: Unexpected dimension -2

// -----

// expected-error@+1 {{custom op 'func.func' Unexpected keyword x}}
func.func private @f() attributes {a = #stablehlo.conv<[b, f, 0, x]x[0, i, o]->[b, 0, f]>}

// cpp: Unexpected keyword x

// -----

// expected-error@+1 {{custom op 'func.func' Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.}}
func.func private @f() attributes {a = #stablehlo.result_accuracy<ulps = 3, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}

// cpp: Invalid tolerances for ResultAccuracyAttr with mode HIGHEST, must be all zero.

// -----

// expected-error@+1 {{custom op 'func.func' Negative tolerance}}
func.func private @f() attributes {a = #stablehlo.result_accuracy<atol = -1.0, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// cpp: Negative tolerance

// -----

// expected-error@+1 {{custom op 'func.func' axis 'y' not found in mesh definition}}
func.func private @f() attributes {a = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "y">]>}

// cpp: axis 'y' not found in mesh definition

// -----

// expected-error@+1 {{custom op 'func.func' future element type must be a ranked tensor, but got 'f32'}}
func.func private @f() attributes {a = !stablehlo.future<f32>}

// cpp: future element type must be a ranked tensor, but got 'f32'

// -----

// expected-error@+1 {{custom op 'func.func' unknown stablehlo type: nothing}}
func.func private @f() attributes {a = !stablehlo.nothing}

// cpp: unknown stablehlo type: nothing

// -----

// expected-error@+1 {{custom op 'func.func' Bounds length is 1, expected to be equal to rank(2) of the tensor 'tensor<?x2xf32>'}}
func.func private @f() attributes {a = tensor<?x2xf32, #stablehlo.bounds<3>>}

// cpp: Bounds length is 1, expected to be equal to rank(2) of the tensor

// -----

// expected-error@+1 {{custom op 'func.func' Static dimension 0 cannot have a bound, use ShapedType::kDynamic to indicate a missing bound in tensor 'tensor<2xf32>'}}
func.func private @f() attributes {a = tensor<2xf32, #stablehlo.bounds<3>>}

// cpp: Static dimension 0 cannot have a bound

// -----

// expected-error@+1 {{custom op 'func.func' dot algorithm not known to be supported on any hardware: {lhs:'bf16', rhs:'bf16', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:1}}}
func.func private @f() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>}

// cpp: not known to be supported on any hardware

// -----

// expected-error@+1 {{custom op 'func.func' dot algorithm not known to be supported on any hardware: {lhs:'bf16', rhs:'bf16', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:2, imprecise:0}}}
func.func private @f() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 2, allow_imprecise_accumulation = false>}

// cpp: not known to be supported on any hardware

// -----

// expected-error@+1 {{custom op 'func.func' dot algorithm not known to be supported on any hardware: {lhs:'f16', rhs:'bf16', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}}}
func.func private @f() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// cpp: not known to be supported on any hardware

// -----

// Algorithms on small floats.
// with TF32 = tf32
// with F8 = f8E5M2
func.func private @dot_algorithm() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = $TF32, rhs_precision_type = $TF32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}
func.func private @dot_algorithm_2() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = $F8, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>}
func.func private @dot_algorithm_3() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = $F8, rhs_precision_type = f8E4M3FN, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// print:
// unchanged
// cpp: the same

// -----

// with TF32 = tf32
// expected-error@+1 {{custom op 'func.func' dot algorithm not known to be supported on any hardware: {lhs:'$TF32', rhs:'$TF32', accum:'f64', lhs_components:1, rhs_components:1, primitive_ops:1, imprecise:0}}}
func.func private @f() attributes {a = #stablehlo.dot_algorithm<lhs_precision_type = $TF32, rhs_precision_type = $TF32, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}

// cpp: not known to be supported on any hardware
