// RUN: stablehlo-opt %s -p 'inline,stablehlo-constant-fold' --mlir-print-ir-before=inline --mlir-print-ir-after=inline --dump-pass-pipeline 2>&1 | filecheck %s
// RUN: stablehlo-opt %s --inline --mlir-elide-elementsattrs-if-larger=1 | filecheck %s --check-prefix=SHORT
// RUN: not stablehlo-opt %s --inline --verify-fold 2>&1 | filecheck %s --check-prefix=ERROR

// CHECK: Pass Manager with 2 passes:
// CHECK-NEXT: builtin.module(inline,stablehlo-constant-fold)
// CHECK: // -----// IR Dump Before InlinePass (inline) //----- //
// CHECK: call @g
// CHECK: // -----// IR Dump After InlinePass (inline) //----- //
// CHECK-NOT: call @g
// CHECK: stablehlo.add
// CHECK: stablehlo.constant dense<[2, 4]> : tensor<2xi32>
// SHORT: stablehlo.constant dense_resource<__elided__> : tensor<2xi32>
// ERROR: error: --verify-fold is for the pass stablehlo-constant-fold, which does not run
func.func @f() -> tensor<2xi32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = call @g(%c) : (tensor<2xi32>) -> tensor<2xi32>
  return %y : tensor<2xi32>
}
func.func private @g(%x: tensor<2xi32>) -> tensor<2xi32> {
  %s = stablehlo.add %x, %x : tensor<2xi32>
  return %s : tensor<2xi32>
}
