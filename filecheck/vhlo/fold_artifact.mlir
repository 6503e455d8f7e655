// RUN: stablehlo-translate --serialize --target=1.0.0 %s -o %t.bc
// RUN: stablehlo-opt --stablehlo-deserialize --stablehlo-constant-fold --emit-bytecode %t.bc | stablehlo-translate --serialize --target=1.0.0 | stablehlo-translate --deserialize --print-stablehlo-version | filecheck %s

// An artifact is folded and written again without ever being text.

// CHECK:      // Reading portable artifact with StableHLO version: 1.0.0
// CHECK:      func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
// CHECK-NEXT:   %cst = stablehlo.constant dense<6.000000e+00> : tensor<2xf32>
// CHECK-NEXT:   %0 = stablehlo.multiply %arg0, %cst : tensor<2xf32>
// CHECK-NEXT:   return %0 : tensor<2xf32>
func.func @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.constant dense<2.0> : tensor<2xf32>
  %1 = stablehlo.constant dense<3.0> : tensor<2xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>
  %3 = stablehlo.multiply %arg0, %2 : tensor<2xf32>
  return %3 : tensor<2xf32>
}
