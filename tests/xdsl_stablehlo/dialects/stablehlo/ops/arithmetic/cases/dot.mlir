// dot_general, dot and einsum: what they reject, what they infer, how they are printed.

// -----

// Algorithm that no hardware has.
func.func @main(%a0: tensor<2x3x4xf32>, %a1: tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>) {
  // expected-error@+1 {{dot algorithm not known to be supported on any hardware: {lhs:'f16', rhs:'f16', accum:'f32', lhs_components:1, rhs_components:1, primitive_ops:3, imprecise:0}}}
  %r0 = "stablehlo.dot_general"(%a0, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f16, rhs_precision_type = f16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> (tensor<2x3x5xf32>)
  return %r0 : tensor<2x3x5xf32>
}
