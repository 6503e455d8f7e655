// RUN: stablehlo-opt %s | filecheck %s
// RUN: stablehlo-opt --mlir-print-op-generic %s | stablehlo-opt | filecheck %s
// RUN: xdsl-opt %s | filecheck %s

func.func @main() {
  // Bits in hexadecimal, overflow, signs of zeros, payloads of NaNs.
  // CHECK: dense<[0x7F800000, 0xFF800000, 0x7FC00001, -0.000000e+00, 1.000000e+00]> : tensor<5xf32>
  %0 = stablehlo.constant dense<[0x7F800000, -1.0e39, 0x7FC00001, -0.0, 0x3F800000]> : tensor<5xf32>
  // CHECK-NEXT: dense<[-0.000000e+00, 0.000000e+00]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[-0.0, 0.0]> : tensor<2xf32>
  // CHECK-NEXT: dense<(1.000000e+00,0x7FF8000000000000)> : tensor<complex<f64>>
  %2 = stablehlo.constant dense<(1.0, 0x7FF8000000000000)> : tensor<complex<f64>>
  // CHECK-NEXT: dense<0x7F> : tensor<f8E4M3FN>
  %3 = stablehlo.constant dense<1.0e10> : tensor<f8E4M3FN>
  // CHECK-NEXT: dense<[-8, 7]> : tensor<2xi4>
  %4 = stablehlo.constant dense<"0x0807"> : tensor<2xi4>
  // A splat is one element, however large.
  // CHECK-NEXT: dense<true> : tensor<100000x100000xi1>
  %5 = stablehlo.constant dense<true> : tensor<100000x100000xi1>
  // CHECK-NEXT: {a = 1 : i32} dense<7> : tensor<i64>
  %6 = stablehlo.constant {a = 1 : i32} dense<7> : tensor<i64>
  // CHECK-NEXT: stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %7 = stablehlo.constant() <{value = dense<[1, 2]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  return
}
