// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// send_c1
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op expect source_target_pairs attribute of shape (N, 2), but got (1, 3) (C1)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// -----

// send_c2
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op duplicate sources not allowed. (C2)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// -----

// send_c3
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op duplicate targets not allowed. (C3)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// -----

// send_c4
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op replica ids in source_target_pairs must be >= 0. (C4)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// -----

// recv_c1
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op expect source_target_pairs attribute of shape (N, 2), but got (1, 3) (C1)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// recv_c2
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op duplicate sources not allowed. (C2)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// recv_c3
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op duplicate targets not allowed. (C3)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 2], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// recv_c4
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op replica ids in source_target_pairs must be >= 0. (C4)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// -----

// send_c5
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false (C5)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// cpp: channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false

// -----

// send_c5_host
func.func @main(%a0: tensor<2xf32>, %a1: !stablehlo.token) -> (!stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op channel_type should be DEVICE_TO_HOST when is_host_transfer is true (C5)}}
  %r0 = "stablehlo.send"(%a0, %a1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> (!stablehlo.token)
  return %r0 : !stablehlo.token
}

// cpp: channel_type should be DEVICE_TO_HOST when is_host_transfer is true

// -----

// recv_c5
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false (C5)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// cpp: channel_type should be DEVICE_TO_DEVICE when is_host_transfer is false

// -----

// recv_c5_host
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op channel_type should be HOST_TO_DEVICE when is_host_transfer is true (C5)}}
  %r0, %r1 = "stablehlo.recv"(%a0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %r0, %r1 : tensor<2xf32>, !stablehlo.token
}

// cpp: channel_type should be HOST_TO_DEVICE when is_host_transfer is true

// -----

// infeed_c1
func.func @main(%a0: !stablehlo.token) -> () {
  // expected-error@+1 {{'stablehlo.infeed' op result is expected to be at least of size 1, but got 0 (C1)}}
  "stablehlo.infeed"(%a0) : (!stablehlo.token) -> ()
  return
}

// cpp: result is expected to be at least of size 1, but got 0

// -----

// infeed_c2
func.func @main(%a0: !stablehlo.token) -> (!stablehlo.token, !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op all elements of result types, except the last element, are expected to be of tensor type, but got '!stablehlo.token' (C2)}}
  %r0, %r1 = "stablehlo.infeed"(%a0) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return %r0, %r1 : !stablehlo.token, !stablehlo.token
}

// cpp: are expected to be of tensor type, but got

// -----

// infeed_c3
func.func @main(%a0: !stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.infeed' op last element of result types is expected to be of token type, but got 'tensor<2xf32>' (C3)}}
  %r0, %r1 = "stablehlo.infeed"(%a0) : (!stablehlo.token) -> (tensor<2xf32>, tensor<2xf32>)
  return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
}

// cpp: is expected to be of token type, but got 'tensor<2xf32>'
