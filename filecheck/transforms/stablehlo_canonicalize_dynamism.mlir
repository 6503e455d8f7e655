// RUN: stablehlo-opt --stablehlo-canonicalize-dynamism %s | filecheck %s

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT:    %{{.*}} = stablehlo.reshape %{{.*}} : (tensor<4xf32>) -> tensor<2x2xf32>
func.func @reshape(%operand: tensor<4xf32>) -> tensor<2x2xf32> {
  %output_shape = stablehlo.constant dense<2> : tensor<2xi64>
  %result = stablehlo.dynamic_reshape %operand, %output_shape : (tensor<4xf32>, tensor<2xi64>) -> tensor<2x2xf32>
  return %result : tensor<2x2xf32>
}

// CHECK-LABEL: func.func @call(
// CHECK-NEXT:    %{{.*}} = stablehlo.custom_call @foo(%{{[a-z0-9]+}}) : (tensor<4xf32>) -> tensor<1x2xf32>
func.func @call(%operand: tensor<4xf32>) -> tensor<1x2xf32> {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %result = stablehlo.custom_call @foo(%operand, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>}
    : (tensor<4xf32>, tensor<2xi64>) -> tensor<1x2xf32>
  return %result : tensor<1x2xf32>
}
