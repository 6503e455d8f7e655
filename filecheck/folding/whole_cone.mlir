// RUN: stablehlo-opt %s -p 'stablehlo-constant-fold{verify=true}' --split-input-file | filecheck %s

// CHECK-LABEL: func.func public @mask
// CHECK-NEXT: stablehlo.constant dense<{{\[\[}}false, true, true], [false, false, true]]> : tensor<2x3xi1>
// CHECK-NEXT: return
func.func public @mask() -> tensor<2x3xi1> {
  %i = stablehlo.iota dim = 0 : tensor<2x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %m = stablehlo.compare LT, %i, %j : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  return %m : tensor<2x3xi1>
}

// -----

// The loop and the callee run; nothing is left of either.
// CHECK-LABEL: func.func @loop
// CHECK-NEXT: stablehlo.constant dense<1024> : tensor<i32>
// CHECK-NEXT: return
// CHECK-NOT: @double
func.func @loop() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %n, %r = stablehlo.while(%i = %zero, %x = %one) : tensor<i32>, tensor<i32>
  cond {
    %goes_on = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %twice = func.call @double(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %next, %twice : tensor<i32>, tensor<i32>
  }
  return %r : tensor<i32>
}
func.func private @double(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %x, %x : tensor<i32>
  return %0 : tensor<i32>
}

// -----

// What depends on the argument stays, with its constants made once and in the place of what they replace.
// CHECK-LABEL: func.func @partly
// CHECK-NEXT: %[[C:.*]] = stablehlo.constant dense<[2.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: %[[S:.*]] = stablehlo.add %{{.*}}, %[[C]] : tensor<2xf32>
// CHECK-NEXT: %[[P:.*]] = stablehlo.multiply %[[S]], %[[C]] : tensor<2xf32>
// CHECK-NEXT: return %[[P]]
func.func @partly(%x: tensor<2xf32>) -> tensor<2xf32> {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %b = stablehlo.add %a, %a : tensor<2xf32>
  %c = stablehlo.multiply %a, %two : tensor<2xf32>
  %s = stablehlo.add %x, %b : tensor<2xf32>
  %p = stablehlo.multiply %s, %c : tensor<2xf32>
  return %p : tensor<2xf32>
}
