// RUN: stablehlo-opt --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s
// RUN: stablehlo-opt --mlir-print-debuginfo %s | stablehlo-opt --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s
// RUN: stablehlo-opt --mlir-print-debuginfo %s | filecheck %s --check-prefix ALIAS
// RUN: stablehlo-opt --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope %s | filecheck %s --check-prefix STRIPPED

// ALIAS: loc(#loc{{[0-9]+}})
// ALIAS: #loc{{[0-9]+}} = loc("f.py":1:2 to :9)
// CHECK: %arg0: tensor<2xf32> loc("x")
func.func @main(%x: tensor<2xf32> loc("x")) -> tensor<2xf32> {
  // CHECK-NEXT: stablehlo.abs %arg0 : tensor<2xf32> loc("f.py":1:2 to :9)
  // STRIPPED: stablehlo.abs %arg0 : tensor<2xf32> loc(unknown)
  %0 = stablehlo.abs %x : tensor<2xf32> loc(#after)
  // CHECK-NEXT: loc(fused<"pass">["a", callsite("b" at "f.py":3:4)])
  %1 = stablehlo.abs %0 : tensor<2xf32> loc(fused<"pass">["a", callsite("b" at "f.py":3:4)])
  // CHECK-NEXT: stablehlo.abs %1 : tensor<2xf32> loc("{{.*}}locations.mlir":{{[0-9]+}}:8)
  %2 = stablehlo.abs %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}
#after = loc("f.py":1:2 to :9)
