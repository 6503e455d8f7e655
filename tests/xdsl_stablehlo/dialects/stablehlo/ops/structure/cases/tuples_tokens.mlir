// Tuples, tokens and barriers: the types that are inferred, and how the ops are printed.

// -----

func.func @after_all(%arg0: !stablehlo.token) {
  %0 = stablehlo.after_all %arg0 : !stablehlo.token
  return
}
func.func @create_token() {
  %0 = stablehlo.create_token : !stablehlo.token
  return
}
func.func @tuple(%arg0: tensor<f32>, %arg1: !stablehlo.token) {
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<f32>, !stablehlo.token>
  return
}
func.func @get_tuple_element(%arg0: tuple<tensor<f32>, tensor<i32>>) {
  %0 = stablehlo.get_tuple_element %arg0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  return
}
func.func @optimization_barrier(%arg0: tensor<f32>) {
  %0 = stablehlo.optimization_barrier %arg0 : tensor<f32>
  return
}

// infer:
// unchanged

// -----

func.func @after_all(%a0: !stablehlo.token) -> !stablehlo.token {
  %r0 = stablehlo.after_all %a0, %a0 : !stablehlo.token
  return %r0 : !stablehlo.token
}
func.func @after_all_2() -> !stablehlo.token {
  %r0 = stablehlo.after_all  : !stablehlo.token
  return %r0 : !stablehlo.token
}
func.func @create_token() -> !stablehlo.token {
  %r0 = stablehlo.create_token : !stablehlo.token
  return %r0 : !stablehlo.token
}
func.func @tuple(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> tuple<tensor<2xf32>, !stablehlo.token> {
  %r0 = stablehlo.tuple %a0, %a1 : tuple<tensor<2xf32>, !stablehlo.token>
  return %r0 : tuple<tensor<2xf32>, !stablehlo.token>
}
func.func @get_tuple_element(%a0: tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32> {
  %r0 = stablehlo.get_tuple_element %a0[0] : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}
func.func @optimization_barrier(%a0: tensor<2xf32>, %a1: !stablehlo.token) {
  %r:2 = stablehlo.optimization_barrier %a0, %a1 : tensor<2xf32>, !stablehlo.token
  return
}
func.func @optimization_barrier_2() {
  stablehlo.optimization_barrier()
  return
}

// print:
// unchanged
// cpp: the same
