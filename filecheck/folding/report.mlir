// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold' --fold-report=%t.json -o %t.mlir 2>&1 | filecheck %s
// RUN: filecheck %s --check-prefix=JSON < %t.json

// CHECK: folded 1 op into 1 constant
// CHECK: kept with constant operands:
// CHECK: report.mlir:{{[0-9]+}}:{{[0-9]+}}: stablehlo.custom_call has side effects
// CHECK: what they wait for:
// CHECK: 1 op waits for stablehlo.custom_call @unknown, which has side effects ({{.*}}); a known result would fold it
// JSON: "folded_ops": 1
// JSON: "code": "side-effects"
func.func @f() -> tensor<2xi32> {
  %i = stablehlo.iota dim = 0 : tensor<2xi32>
  %r = stablehlo.custom_call @unknown(%i) : (tensor<2xi32>) -> tensor<2xi32>
  %n = stablehlo.negate %r : tensor<2xi32>
  return %n : tensor<2xi32>
}
