// RUN: stablehlo-opt %s --explain=%%n | filecheck %s
// RUN: not stablehlo-opt %s --explain=%%none 2>&1 | filecheck %s --check-prefix=ERROR

// CHECK: %n in @f: tensor<2xi32>, a result of stablehlo.negate ({{.*}}opt_explain.mlir:{{[0-9]+}}:{{[0-9]+}})
// CHECK-NEXT: is not constant
// CHECK-NEXT: its op stays
// CHECK-NEXT: waits: %x of @f
// ERROR: error: no value is called '%none'
func.func @f(%x: tensor<2xi32>) -> tensor<2xi32> {
  %n = stablehlo.negate %x : tensor<2xi32>
  return %n : tensor<2xi32>
}
