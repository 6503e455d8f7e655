// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo=allow-other-dialects %s | filecheck %s
// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo=allow-other-dialects %s | stablehlo-opt --vhlo-legalize-to-stablehlo | filecheck %s --check-prefix=BACK

// Ops of other dialects stay, with their own types, and casts stand where their values meet VHLO's.

// CHECK:      vhlo.func_v1 @f(%arg0: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
// CHECK-NEXT:   %0 = builtin.unrealized_conversion_cast %arg0 : !vhlo.tensor_v1<4x!vhlo.f32_v1> to tensor<4xf32>
// CHECK-NEXT:   %1 = arith.negf %0 : tensor<4xf32>
// CHECK-NEXT:   %2 = builtin.unrealized_conversion_cast %1 : tensor<4xf32> to !vhlo.tensor_v1<4x!vhlo.f32_v1>
// CHECK-NEXT:   %3 = "vhlo.abs_v1"(%2) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// CHECK-NEXT:   "vhlo.return_v1"(%3)
// BACK:      func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
// BACK-NEXT:   %0 = arith.negf %arg0 : tensor<4xf32>
// BACK-NEXT:   %1 = stablehlo.abs %0 : tensor<4xf32>
// BACK-NEXT:   return %1 : tensor<4xf32>
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %arg0 : tensor<4xf32>
  %1 = stablehlo.abs %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
