// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// async_done_c1
func.func @main(%a0: !stablehlo.future<tensor<2xf32>>) -> (tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.async_done' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %r0 = "stablehlo.async_done"(%a0) : (!stablehlo.future<tensor<2xf32>>) -> (tensor<3xf32>)
  return %r0 : tensor<3xf32>
}

// -----

// async_start_c1
func.func @main(%a0: tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain exactly one operation and a return (C1)}}
  %r0 = "stablehlo.async_start"(%a0) ({^bb0(%x: tensor<2xf32>):
    %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    %z = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>)
  return %r0 : !stablehlo.future<tensor<2xf32>>
}

// -----

// async_start_c2
func.func @main(%a0: tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.async_start' op region must contain a collective or slice operation (C2)}}
  %r0 = "stablehlo.async_start"(%a0) ({^bb0(%x: tensor<2xf32>):
    %y = stablehlo.abs %x : tensor<2xf32>
    "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<2xf32>>)
  return %r0 : !stablehlo.future<tensor<2xf32>>
}

// -----

// async_start_c3
func.func @main(%a0: tensor<3xf32>) -> (!stablehlo.future<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.async_start' op operand type 'tensor<3xf32>' at index 0 must match region argument type 'tensor<2xf32>' (C3)}}
  %r0 = "stablehlo.async_start"(%a0) ({^bb0(%x: tensor<2xf32>):
    %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<3xf32>) -> (!stablehlo.future<tensor<2xf32>>)
  return %r0 : !stablehlo.future<tensor<2xf32>>
}

// -----

// async_start_c4
func.func @main(%a0: tensor<2xf32>) -> (!stablehlo.future<tensor<3xf32>>) {
  // expected-error@+1 {{'stablehlo.async_start' op inferred type(s) '!stablehlo.future<tensor<2xf32>>' are incompatible with return type(s) of operation '!stablehlo.future<tensor<3xf32>>'}}
  %r0 = "stablehlo.async_start"(%a0) ({^bb0(%x: tensor<2xf32>):
    %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
    "stablehlo.return"(%y) : (tensor<2xf32>) -> ()
  }) : (tensor<2xf32>) -> (!stablehlo.future<tensor<3xf32>>)
  return %r0 : !stablehlo.future<tensor<3xf32>>
}
