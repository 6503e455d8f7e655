// RUN: python3 -m xdsl_stablehlo tv --passes=stablehlo-constant-fold,cse %s | filecheck %s

// CHECK: stablehlo-constant-fold: @folds: proved:
// CHECK-NEXT: stablehlo-constant-fold: @stays: proved: both functions apply the same ops to the same values
// CHECK-NEXT: cse: @folds: proved: both functions apply the same ops to the same values

func.func @folds(%a: tensor<i8>) -> tensor<i8> {
  %b = stablehlo.constant dense<3> : tensor<i8>
  %c = stablehlo.constant dense<4> : tensor<i8>
  %d = stablehlo.add %b, %c : tensor<i8>
  %r = stablehlo.add %a, %d : tensor<i8>
  return %r : tensor<i8>
}
func.func @stays(%a: tensor<i8>) -> tensor<i8> {
  return %a : tensor<i8>
}
