// RUN: stablehlo-translate --interpret --split-input-file %s | filecheck %s
// RUN: stablehlo-translate -interpret -interpreter-print-dense -split-input-file %s | filecheck %s --check-prefix=DENSE

func.func @results() -> (tensor<2x2xi8>, tensor<ui8>, tensor<2xi1>, tensor<2xf16>, tensor<1xcomplex<f32>>) {
  // CHECK:      tensor<2x2xi8> {
  // CHECK-NEXT:   [
  // CHECK-NEXT:     [1, -2],
  // CHECK-NEXT:     [3, 4]
  // CHECK-NEXT:   ]
  // CHECK-NEXT: }
  // DENSE: dense<{{\[\[}}1, -2], [3, 4]]> : tensor<2x2xi8>
  %a = stablehlo.constant dense<[[1, -2], [3, 4]]> : tensor<2x2xi8>
  // CHECK-NEXT: tensor<ui8> {255}
  // DENSE-NEXT: dense<255> : tensor<ui8>
  %b = stablehlo.constant dense<255> : tensor<ui8>
  // CHECK-NEXT: tensor<2xi1> {
  // CHECK-NEXT:   [true, false]
  // CHECK-NEXT: }
  // DENSE-NEXT: dense<[true, false]> : tensor<2xi1>
  %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  // CHECK-NEXT: tensor<2xf16> {
  // CHECK-NEXT:   [0x7C00, -5.000000e-01]
  // CHECK-NEXT: }
  // DENSE-NEXT: dense<[0x7C00, -5.000000e-01]> : tensor<2xf16>
  %d = stablehlo.constant dense<[0x7C00, -0.5]> : tensor<2xf16>
  // CHECK-NEXT: tensor<1xcomplex<f32>> {
  // CHECK-NEXT:   {{\[\[}}1.500000e+00, -2.500000e-01]]
  // CHECK-NEXT: }
  // DENSE-NEXT: dense<(1.500000e+00,-2.500000e-01)> : tensor<1xcomplex<f32>>
  %e = stablehlo.constant dense<(1.5, -0.25)> : tensor<1xcomplex<f32>>
  return %a, %b, %c, %d, %e : tensor<2x2xi8>, tensor<ui8>, tensor<2xi1>, tensor<2xf16>, tensor<1xcomplex<f32>>
}

// -----

// Prints of parallel processes do not mix.

func.func @iota() -> tensor<2xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<2xi32>
  interpreter.print %0 : tensor<2xi32>
  return %0 : tensor<2xi32>
}

func.func @main() {
  // CHECK:      %0 = tensor<2xi32> {
  // CHECK-NEXT:   [0, 1]
  // CHECK-NEXT: }
  // CHECK-NEXT: %0 = tensor<2xi32> {
  // CHECK-NEXT:   [0, 1]
  // CHECK-NEXT: }
  %0:2 = "interpreter.run_parallel"() {programs = [[@iota, @iota]]} : () -> (tensor<2xi32>, tensor<2xi32>)
  return
}
