// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.0.0 %s | filecheck %s
// RUN: stablehlo-opt --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.0.3 %s | stablehlo-opt --vhlo-to-version=target=current | filecheck %s --check-prefix=UP
// RUN: stablehlo-translate --serialize --target=1.0.0 %s | stablehlo-translate --deserialize --print-stablehlo-version | filecheck %s --check-prefix=BACK

// Ops are written in the form that the target has, and what was new in an op is left out where it says nothing.

// BACK:       // Reading portable artifact with StableHLO version: 1.0.0
// CHECK:      "vhlo.cosine_v1"(%arg0) : (!vhlo.tensor_v1<4x!vhlo.f32_v1>) -> !vhlo.tensor_v1<4x!vhlo.f32_v1>
// UP:         "vhlo.cosine_v2"(%arg0) <{result_accuracy = #vhlo.result_accuracy_v1<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = #vhlo<result_accuracy_mode_v1 DEFAULT>>}>
// BACK:       stablehlo.cosine %arg0 : tensor<4xf32>
// CHECK:      "vhlo.all_reduce_v1"(%0)
// CHECK:        "vhlo.tanh_v1"
// UP:         "vhlo.all_reduce_v2"(%0)
// UP:           "vhlo.tanh_v2"
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.cosine %arg0 : tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.tanh %a : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
