// RUN: stablehlo-opt --chlo-legalize-to-stablehlo %s | filecheck %s

// CHECK-LABEL: func.func @acos
// CHECK-NEXT:    %0 = stablehlo.convert %arg0 : (tensor<2xbf16>) -> tensor<2xf32>
// CHECK-NEXT:    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT:    %1 = stablehlo.subtract %cst, %0 : tensor<2xf32>
// CHECK-NEXT:    %2 = stablehlo.sqrt %1 : tensor<2xf32>
// CHECK-NEXT:    %3 = stablehlo.add %cst, %0 : tensor<2xf32>
// CHECK-NEXT:    %4 = stablehlo.sqrt %3 : tensor<2xf32>
// CHECK-NEXT:    %5 = stablehlo.atan2 %2, %4 : tensor<2xf32>
// CHECK-NEXT:    %6 = stablehlo.add %5, %5 : tensor<2xf32>
// CHECK-NEXT:    %7 = stablehlo.convert %6 : (tensor<2xf32>) -> tensor<2xbf16>
// CHECK-NEXT:    return %7 : tensor<2xbf16>
func.func @acos(%arg0: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = chlo.acos %arg0 : tensor<2xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// CHECK-LABEL: func.func @bounded
// CHECK:         %[[ONES:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [] : (tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:    %[[SIZE:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
// CHECK-NEXT:    %[[ONE:.*]] = stablehlo.set_dimension_size %[[ONES]], %[[SIZE]], dim = 0
// CHECK-NEXT:    stablehlo.atan2 %arg0, %[[ONE]] : tensor<?xf32, #stablehlo.bounds<4>>
func.func @bounded(%arg0: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>> {
  %0 = chlo.atan %arg0 : tensor<?xf32, #stablehlo.bounds<4>> -> tensor<?xf32, #stablehlo.bounds<4>>
  return %0 : tensor<?xf32, #stablehlo.bounds<4>>
}
