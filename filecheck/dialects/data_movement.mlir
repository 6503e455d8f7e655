// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @iota(
func.func @iota() -> tensor<2x3xf32> {
  // CHECK: %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast(
func.func @broadcast(%arg0: tensor<2xf32>) -> tensor<3x2xf32> {
  // CHECK: %0 = stablehlo.broadcast %arg0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.broadcast %arg0, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @broadcast_in_dim(
func.func @broadcast_in_dim(%arg0: tensor<f32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @reshape(
func.func @reshape(%arg0: tensor<2x3xf32>) -> tensor<6xf32> {
  // CHECK: %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @transpose(
func.func @transpose(%arg0: tensor<2x3xf32>) -> tensor<3x2xf32> {
  // CHECK: %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @reverse(
func.func @reverse(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2xf32>
  %0 = stablehlo.reverse %arg0, dims = [0] : tensor<2xf32>
  return %0 : tensor<2xf32>
}
