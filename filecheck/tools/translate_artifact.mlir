// RUN: stablehlo-translate --serialize --target=1.0.0 %s | stablehlo-translate --deserialize --print-stablehlo-version | filecheck %s
// RUN: stablehlo-translate --serialize --target=current --strip-debuginfo %s | stablehlo-translate --deserialize --mlir-print-debuginfo | filecheck %s --check-prefix=STRIPPED
// RUN: not stablehlo-translate --serialize --target=0.1.0 %s 2>&1 | filecheck %s --check-prefix=TOO-OLD

// CHECK: // Reading portable artifact with StableHLO version: 1.0.0
// CHECK: func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %0 = stablehlo.tanh %arg0 : tensor<2xf32>
// STRIPPED: loc(unknown)
// STRIPPED-NOT: translate_artifact.mlir
// TOO-OLD: error: {{.*}}0.1.0

func.func public @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.tanh %a : tensor<2xf32>
  return %r : tensor<2xf32>
}
