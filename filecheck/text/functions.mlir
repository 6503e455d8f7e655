// RUN: stablehlo-opt %s | filecheck %s
// RUN: stablehlo-opt %s | stablehlo-opt | filecheck %s
// RUN: stablehlo-opt --mlir-print-op-generic %s | stablehlo-opt | filecheck %s
// RUN: stablehlo-opt --inline %s | filecheck %s --check-prefix INLINED

// CHECK: module @m attributes {x.a = 1 : i32, x.b = "s"} {
// CHECK-NEXT: func.func private @declared(tensor<f32> {a.b = 1 : i32}, tensor<2xf32>) -> (tensor<f32> {c.d}) attributes {no_inline}
// CHECK-NEXT: func.func public @main(%arg0: tensor<2xf32> {jax.arg_info = "x"}) -> (tensor<2xf32> {jax.result_info = ""}) {
// CHECK-NEXT:   %0:2 = call @pair(%arg0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
// CHECK-NEXT:   return %0#1 : tensor<2xf32>
// INLINED-NOT: @pair
module @m attributes {x.b = "s", x.a = 1 : i32} {
  func.func private @declared(tensor<f32> {a.b = 1 : i32}, tensor<2xf32>) -> (tensor<f32> {c.d}) attributes {no_inline}
  func.func public @main(%x: tensor<2xf32> {jax.arg_info = "x"}) -> (tensor<2xf32> {jax.result_info = ""}) {
    %pair:2 = call @pair(%x) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return %pair#1 : tensor<2xf32>
  }
  func.func private @pair(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    %y = stablehlo.add %x, %x : tensor<2xf32>
    return %x, %y : tensor<2xf32>, tensor<2xf32>
  }
}
