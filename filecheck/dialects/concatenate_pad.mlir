// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @concatenate(
func.func @concatenate(%arg0: tensor<2xf32>) -> tensor<4xf32> {
  // CHECK: %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @pad(
func.func @pad(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
