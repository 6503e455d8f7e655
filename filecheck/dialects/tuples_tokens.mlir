// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @after_all(
func.func @after_all(%arg0: !stablehlo.token) -> !stablehlo.token {
  // CHECK: %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  %0 = stablehlo.after_all %arg0, %arg0 : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// CHECK-LABEL: func.func @after_all_2(
func.func @after_all_2() -> !stablehlo.token {
  // CHECK: %0 = stablehlo.after_all  : !stablehlo.token
  %0 = stablehlo.after_all  : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// CHECK-LABEL: func.func @create_token(
func.func @create_token() -> !stablehlo.token {
  // CHECK: %0 = stablehlo.create_token : !stablehlo.token
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

// CHECK-LABEL: func.func @tuple(
func.func @tuple(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) -> tuple<tensor<2xf32>, !stablehlo.token> {
  // CHECK: %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, !stablehlo.token>
  %0 = stablehlo.tuple %arg0, %arg1 : tuple<tensor<2xf32>, !stablehlo.token>
  return %0 : tuple<tensor<2xf32>, !stablehlo.token>
}

// -----

// CHECK-LABEL: func.func @get_tuple_element(
func.func @get_tuple_element(%arg0: tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  %0 = stablehlo.get_tuple_element %arg0[0] : (tuple<tensor<2xf32>, !stablehlo.token>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @optimization_barrier(
func.func @optimization_barrier(%arg0: tensor<2xf32>, %arg1: !stablehlo.token) {
  // CHECK: %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xf32>, !stablehlo.token
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<2xf32>, !stablehlo.token
  return
}

// -----

// CHECK-LABEL: func.func @optimization_barrier_2(
func.func @optimization_barrier_2() {
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  return
}
