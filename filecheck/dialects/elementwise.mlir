// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @abs(
func.func @abs(%arg0: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.abs %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %0 = stablehlo.abs %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @add(
func.func @add(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @add_2(
func.func @add_2(%arg0: tensor<2xf32>, %arg1: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.add %arg0, %arg1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  %0 = stablehlo.add %arg0, %arg1 : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @complex(
func.func @complex(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xcomplex<f32>> {
  // CHECK: %0 = stablehlo.complex %arg0, %arg1 : tensor<2xcomplex<f32>>
  %0 = stablehlo.complex %arg0, %arg1 : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// -----

// CHECK-LABEL: func.func @compare(
func.func @compare(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) -> tensor<2xi1> {
  // CHECK: %0 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = stablehlo.compare LT, %arg0, %arg1, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// CHECK-LABEL: func.func @reduce_precision(
func.func @reduce_precision(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
  %0 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @select(
func.func @select(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2xf32>
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @select_2(
func.func @select_2(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<2xf32>, tensor<?xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @clamp(
func.func @clamp(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.clamp %arg0, %arg0, %arg0 {mhlo.x = 1 : i32} : tensor<2xf32>
  %0 = stablehlo.clamp %arg0, %arg0, %arg0 {mhlo.x = 1 : i32} : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @tanh(
func.func @tanh(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return %0 : tensor<2xf32>
}
