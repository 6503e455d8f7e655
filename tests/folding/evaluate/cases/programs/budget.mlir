// Programs of test_budget.py: The work budget ends every fold: calls, loops and contexts are charged what they take.

// -----
// loop
%q:2 = stablehlo.while(%k = %zero, %w = %x) : tensor<i32>, tensor<f32> cond {
  %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %kk = stablehlo.add %k, %one : tensor<i32>
  %ww = stablehlo.add %w, %y : tensor<f32>
  stablehlo.return %kk, %ww : tensor<i32>, tensor<f32>
}

// -----
// after the deadline nothing is evaluated
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.add %x, %x : tensor<i32>
  return %r : tensor<i32>
}

// -----
// updates of one element are charged one by one
^bb0(%x: tensor<f32>, %y: tensor<f32>):
%p = stablehlo.multiply %x, %y : tensor<f32>
%q = stablehlo.add %p, %y : tensor<f32>
stablehlo.return %q : tensor<f32>
