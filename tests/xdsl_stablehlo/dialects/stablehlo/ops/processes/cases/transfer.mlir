// send, recv, infeed, outfeed: what they reject, what they give.

// -----

// Infeed layouts.
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute size must be 1 (which is the number of op-results - 1 (for token result)), but got 2}}
  %r0, %r1 = "stablehlo.infeed"(%a0) <{layout = [[0], [1]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// Infeed layouts.
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute expected to have elements of type array, but got 0 : i64}}
  %r0, %r1 = "stablehlo.infeed"(%a0) <{layout = [0]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// Infeed layouts.
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op layout-attribute's leaf elements are expected to be of type integer, but got "x"}}
  %r0, %r1 = "stablehlo.infeed"(%a0) <{layout = [["x"]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// Recv needs a token at the end.
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.recv' op last element of result types is expected to be of token type, but got 'tensor<2xf32>'}}
  %r0 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : (!stablehlo.token) -> (tensor<2xf32>)
  return %r0 : tensor<2xf32>
}
