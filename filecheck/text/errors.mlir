// RUN: stablehlo-opt --split-input-file --verify-diagnostics %s
// RUN: not stablehlo-opt --split-input-file %s 2>&1 | filecheck %s

func.func @unknown_op() {
  // CHECK:      errors.mlir:9:3: error: custom op 'stablehlo.substract' is unknown: did you mean 'stablehlo.subtract'?
  // CHECK-NEXT:   stablehlo.substract
  // CHECK-NEXT:   ^
  // expected-error@below {{custom op 'stablehlo.substract' is unknown}}
  stablehlo.substract
}

// -----

func.func @wrong_type(%x: tensor<2xf32>) -> tensor<3xf32> {
  // CHECK-NEXT: errors.mlir:17:3: error: 'func.return' op type of return operand 0
  // expected-error-re@below {{type of return operand 0 ('{{.*}}') doesn't match function result type}}
  return %x : tensor<2xf32>
}

// -----

func.func @integer_for_a_float() {
  // CHECK:      errors.mlir:27:49: error: custom op 'stablehlo.constant' unexpected decimal integer literal
  // CHECK-NEXT:   %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4]> : tensor<4xf32>
  // CHECK-NEXT:                                                   ^
  // expected-error@below {{unexpected decimal integer literal for a floating point value}}
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4]> : tensor<4xf32>
}
