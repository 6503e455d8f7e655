// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @custom_call(
func.func @custom_call(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.custom_call @f(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.custom_call @f(%arg0) {backend_config = "x", has_side_effect = true} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @custom_call_2(
func.func @custom_call_2() {
  // CHECK: stablehlo.custom_call @"strange name"() : () -> ()
  stablehlo.custom_call @"strange name"() : () -> ()
  return
}
