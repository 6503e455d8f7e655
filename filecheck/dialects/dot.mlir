// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

// CHECK-LABEL: func.func @einsum(
func.func @einsum(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.einsum %arg0, %arg0, config = "i,i->i" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.einsum %arg0, %arg0, config = "i,i->i" : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @unary_einsum(
func.func @unary_einsum(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.unary_einsum %arg0, config = "i->i" : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.unary_einsum %arg0, config = "i->i" : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
