// RUN: stablehlo-translate --interpret --trace --args='[dense<2> : tensor<i32>]' %s 2>&1 >/dev/null | filecheck %s

// CHECK:      translate_trace.mlir:16:13: %more = stablehlo.compare True : tensor<i1>
// CHECK-NEXT: translate_trace.mlir:19:13: %next = stablehlo.add 1 : tensor<i32>
// CHECK-NEXT: translate_trace.mlir:16:13: %more = stablehlo.compare True : tensor<i1>
// CHECK-NEXT: translate_trace.mlir:19:13: %next = stablehlo.add 2 : tensor<i32>
// CHECK-NEXT: translate_trace.mlir:16:13: %more = stablehlo.compare False : tensor<i1>
// CHECK-NEXT: translate_trace.mlir:14:8: %r = stablehlo.while 2 : tensor<i32>
// CHECK-NEXT: translate_trace.mlir:22:12: %table = stablehlo.iota [0, 1, 2, ..., 97, 98, 99] : tensor<100xi32>
// CHECK-NOT:  stablehlo
func.func @main(%count: tensor<i32>) -> (tensor<i32>, tensor<100xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.while(%i = %zero) : tensor<i32>
  cond {
    %more = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next : tensor<i32>
  }
  %table = stablehlo.iota dim = 0 : tensor<100xi32>
  return %r, %table : tensor<i32>, tensor<100xi32>
}
