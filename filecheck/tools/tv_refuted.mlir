// RUN: not python3 -m xdsl_stablehlo tv --results=1,0 %s %s | filecheck %s

// Both results are the same value, or they are not: exchanged, that is a difference.
// CHECK: @same: not refuted
// CHECK: @other: refuted: for (dense<0> : tensor<i32>): result 0 is 1 before and 0 after

func.func @same(%a: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  return %a, %a : tensor<i32>, tensor<i32>
}
func.func @other(%a: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.add %a, %one : tensor<i32>
  return %a, %b : tensor<i32>, tensor<i32>
}
