// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold{fold-op-element-limit=3}' | filecheck %s --check-prefix=LIMIT
// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold{exactness=exact}' | filecheck %s --check-prefix=EXACT
// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold{fold-barriers=true}' | filecheck %s --check-prefix=BARRIER

// LIMIT-LABEL: func.func @f
// LIMIT: stablehlo.iota
// LIMIT: stablehlo.optimization_barrier
// EXACT-LABEL: func.func @f
// EXACT: stablehlo.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]>
// EXACT-NEXT: stablehlo.sine
// BARRIER-LABEL: func.func @f
// BARRIER-NEXT: stablehlo.constant
// BARRIER-NEXT: return
func.func @f() -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %s = stablehlo.sine %i : tensor<4xf32>
  %b = stablehlo.optimization_barrier %s : tensor<4xf32>
  %r = stablehlo.add %b, %b : tensor<4xf32>
  return %r : tensor<4xf32>
}
