// Programs of test_bind.py: Arguments bound to constants: which argument a key names, what fits it, and what is left
// of the function.

// -----
// three
func.func @main(%a: tensor<i32> {x.k = 0 : i32} loc("first"), %b: tensor<i32> {jax.arg_info = "p['w']"},
%c: tensor<i32> {x.k = 2 : i32}) -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  return %a, %b, %c : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----
// names behind a function that only calls
func.func @main(%arg0: tensor<i32>) -> tensor<i32> {
  %0 = call @inside(%arg0) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
func.func private @inside(%arg0: tensor<i32> loc("p['w']")) -> tensor<i32> { return %arg0 : tensor<i32> }

