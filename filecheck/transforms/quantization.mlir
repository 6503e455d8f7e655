// RUN: stablehlo-opt --stablehlo-legalize-quantized-op-to-qdq %s | filecheck %s --check-prefix=QDQ
// RUN: stablehlo-opt --stablehlo-legalize-quantized-op-to-qdq --stablehlo-legalize-qdq-to-quantized-op %s | filecheck %s --check-prefix=OP
// RUN: stablehlo-opt --stablehlo-legalize-quant-to-math %s | filecheck %s --check-prefix=MATH

// QDQ-LABEL: func.func @tanh
// QDQ-NEXT:    %0 = stablehlo.uniform_dequantize %arg0
// QDQ-NEXT:    %1 = stablehlo.tanh %0 : tensor<2xf32>
// QDQ-NEXT:    %2 = stablehlo.uniform_quantize %1

// OP-LABEL:  func.func @tanh
// OP-NEXT:     %0 = stablehlo.tanh %arg0 : tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
// OP-NEXT:     return %0

// MATH-LABEL: func.func @tanh(%arg0: tensor<2xi8>) -> tensor<2xi8>
// MATH:         chlo.broadcast_subtract
// MATH:         chlo.broadcast_multiply
// MATH:         stablehlo.tanh {{.*}} : tensor<2xf32>
// MATH:         chlo.broadcast_divide
// MATH:         chlo.broadcast_add
// MATH:         stablehlo.clamp
// MATH:         stablehlo.round_nearest_even
// MATH:         stablehlo.convert {{.*}} : (tensor<2xf32>) -> tensor<2xi8>
func.func @tanh(%arg0: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = stablehlo.tanh %arg0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<2x!quant.uniform<i8:f32, 0.5:3>>
}
