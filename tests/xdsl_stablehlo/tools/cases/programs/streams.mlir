// Programs of test_streams.py: The tools as processes: closed, full and broken streams, and files that survive what
// goes wrong.

// -----
// good
func.func @main() -> tensor<i32> {
  %c = stablehlo.constant dense<7> : tensor<i32>
  return %c : tensor<i32>
}

// -----
// forever
func.func @main() {
  %a = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%x = %a) : tensor<i1>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %x : tensor<i1>
  }
  return
}

// -----
// never ends
func.func @main() -> (tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%x = %a, %y = %a) : tensor<i32>, tensor<i32>
  cond {
    %t = stablehlo.compare LE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %z = stablehlo.multiply %x, %y : tensor<i32>
    stablehlo.return %z, %z : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i32>
}
