// RUN: stablehlo-opt --stablehlo-complex-math-expander %s | filecheck %s

// CHECK-LABEL: func.func @exponential
// CHECK-NEXT:    %0 = stablehlo.real %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT:    %1 = stablehlo.imag %arg0 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT:    %2 = stablehlo.exponential %0 : tensor<2xf32>
// CHECK:         %{{.*}} = stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
func.func @exponential(%arg0: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.exponential %arg0 : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CHECK-LABEL: func.func @real
// CHECK-NEXT:    %0 = stablehlo.sqrt %arg0 : tensor<2xf32>
// CHECK-NEXT:    return %0 : tensor<2xf32>
func.func @real(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.sqrt %arg0 : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK:         %[[SHAPE:.*]] = shape.shape_of %arg0 : tensor<?xcomplex<f32>> -> tensor<1xindex>
// CHECK-NEXT:    stablehlo.dynamic_broadcast_in_dim %{{.*}}, %[[SHAPE]], dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
func.func @dynamic(%arg0: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.log %arg0 : tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}
