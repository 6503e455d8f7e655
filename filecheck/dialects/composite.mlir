// From custom form to generic form and back.
// RUN: stablehlo-opt --split-input-file --mlir-print-op-generic %s | stablehlo-opt --split-input-file | filecheck %s

func.func private @f(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  return %arg0 : tensor<2xf32>
}
// CHECK: func.func @composite(%arg0: tensor<2xf32>) -> tensor<2xf32> {
func.func @composite(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {x = 1 : i64}, decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.composite "my.op" %arg0 {composite_attributes = {x = 1 : i64}, decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
