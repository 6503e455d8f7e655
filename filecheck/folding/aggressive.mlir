// RUN: stablehlo-opt --stablehlo-aggressive-folder %s | filecheck %s --check-prefix=FOLD
// RUN: stablehlo-opt --stablehlo-aggressive-simplification %s | filecheck %s --check-prefix=FORM
// RUN: stablehlo-opt --stablehlo-target-independent-optimization %s | filecheck %s --check-prefix=BOTH

// FOLD:      %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
// FOLD-NEXT: stablehlo.add %cst, %arg0
// FORM:      stablehlo.add %arg0, %
// BOTH:      %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
// BOTH-NEXT: stablehlo.add %arg0, %cst
func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %0 = stablehlo.add %cst, %cst : tensor<f32>
  %1 = stablehlo.add %0, %arg0 : tensor<f32>
  return %1 : tensor<f32>
}
