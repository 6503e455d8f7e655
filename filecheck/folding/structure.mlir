// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold{verify=true}' --split-input-file | filecheck %s

// The branch that always runs takes the place of the `if`, and a select between one side and nothing is that side.
// CHECK-LABEL: func.func @branch
// CHECK-NEXT: %[[R:.*]] = stablehlo.add %[[X:.*]], %[[X]] : tensor<2xf32>
// CHECK-NEXT: return %[[R]]
func.func @branch(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %p = stablehlo.constant dense<true> : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %s = stablehlo.select %p, %x, %y : tensor<i1>, tensor<2xf32>
    %a = stablehlo.add %s, %x : tensor<2xf32>
    stablehlo.return %a : tensor<2xf32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A constant that every caller passes moves into the callee.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[A:.*]] = call @scaled(%{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: %[[B:.*]] = call @scaled(%[[A]]) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: return %[[B]]
// CHECK: func.func private @scaled(%{{.*}}: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: stablehlo.constant dense<3.000000e+00> : tensor<2xf32>
// CHECK-NEXT: stablehlo.multiply
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %k = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = func.call @scaled(%x, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = func.call @scaled(%0, %k) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func private @scaled(%x: tensor<2xf32>, %k: tensor<f32>) -> tensor<2xf32> {
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %r = stablehlo.multiply %x, %b : tensor<2xf32>
  return %r : tensor<2xf32>
}
