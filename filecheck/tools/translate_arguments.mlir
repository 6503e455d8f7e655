// RUN: stablehlo-translate %s --interpret --args="[dense<1> : tensor<2xi32>, dense<[2, 3]> : tensor<2xi32>]" | filecheck %s
// RUN: not stablehlo-translate %s --interpret --args="[4.0 : f32]" 2>&1 | filecheck %s --check-prefix=NOT-DENSE
// RUN: not stablehlo-translate %s --interpret --args="no_array" 2>&1 | filecheck %s --check-prefix=NOT-ARRAY
// RUN: not stablehlo-translate %s --interpret 2>&1 | filecheck %s --check-prefix=TOO-FEW
// RUN: not stablehlo-translate %s --no-such-flag 2>&1 | filecheck %s --check-prefix=UNKNOWN

// CHECK:      tensor<2xi32> {
// CHECK-NEXT:   [3, 4]
// CHECK-NEXT: }
// NOT-DENSE: error: expected dense elements attribute for args elements, i.e. --args=[dense<1> : tensor<2xi32>, ...]
// NOT-ARRAY: error: expectected array attribute string for args, i.e. --args=[dense<1> : tensor<2xi32>, ...]
// TOO-FEW: error: @main takes 2 argument(s), but 0 given
// UNKNOWN: error: unknown option '--no-such-flag'

func.func @main(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %r = stablehlo.add %a, %b : tensor<2xi32>
  return %r : tensor<2xi32>
}
