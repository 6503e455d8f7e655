// Values between processes, and between a process and its host: examples, and partners that never come.

// -----

// Collective broadcast from the first and zero outside of groups.
func.func @p(%x: tensor<2xi64>) -> tensor<2xi64> {
  %y = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<2xi64>) -> tensor<2xi64>
  return %y : tensor<2xi64>
}
func.func @main(%a0: tensor<2xi64>, %a1: tensor<2xi64>, %a2: tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) {
  %r:3 = "interpreter.run_parallel"(%a0, %a1, %a2) <{programs = [[@p], [@p], [@p]]}> : (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
  return %r#0, %r#1, %r#2 : tensor<2xi64>, tensor<2xi64>, tensor<2xi64>
}

// run: [1, 2], [3, 4], [5, 6]
// => 0
// => [5, 6]
// => [5, 6]

// -----

// Collective permute in a ring and zero for no target.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:3 = "interpreter.run_parallel"(%a0, %a1, %a2) <{programs = [[@p], [@p], [@p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 2, 3
// => 3
// => 1
// => 2

// -----

// Collective permute in a ring and zero for no target.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %y = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i64>) -> tensor<i64>
  return %y : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:3 = "interpreter.run_parallel"(%a0, %a1, %a2) <{programs = [[@p], [@p], [@p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 2, 3
// => 0
// => 1
// => 0

// -----

// Ids of processes.
func.func @p() -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %q = stablehlo.partition_id : tensor<ui32>
  return %r, %q : tensor<ui32>, tensor<ui32>
}
func.func @main() -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>) {
  %r:8 = "interpreter.run_parallel"() <{programs = [[@p, @p], [@p, @p]]}> : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>
}

// run:
// => 0
// => 0
// => 0
// => 1
// => 1
// => 0
// => 1
// => 1

// -----

// Send and recv.
func.func @send(%x: tensor<i64>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}
func.func @recv() -> (tensor<i64>, !stablehlo.token) {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0, %r#1 : tensor<i64>, !stablehlo.token
}
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %r:3 = "interpreter.run_parallel"(%x) <{programs = [[@send], [@recv]]}> : (tensor<i64>) -> (!stablehlo.token, tensor<i64>, !stablehlo.token)
  return %r#1 : tensor<i64>
}

// run: 7
// => 7

// -----

// Infeed gives the results of its functions in order.
func.func @first() -> tensor<i64> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  return %c : tensor<i64>
}
func.func @second() -> tensor<i64> {
  %c = stablehlo.constant dense<2> : tensor<i64>
  return %c : tensor<i64>
}
func.func @p() -> (tensor<i64>, tensor<i64>) {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  %b:2 = "stablehlo.infeed"(%a#1) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  %u = "stablehlo.outfeed"(%a#0, %b#1) : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  return %a#0, %b#0 : tensor<i64>, tensor<i64>
}
func.func @main() -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"() <{infeed = [@first, @second], programs = [[@p]]}> : () -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run:
// => 1
// => 2

// -----

// Infeed gives the results of its functions in order.
func.func @first() -> tensor<i64> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  return %c : tensor<i64>
}
func.func @second() -> tensor<i64> {
  %c = stablehlo.constant dense<2> : tensor<i64>
  return %c : tensor<i64>
}
func.func @p() -> (tensor<i64>, tensor<i64>) {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  %b:2 = "stablehlo.infeed"(%a#1) : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  %u = "stablehlo.outfeed"(%a#0, %b#1) : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  return %a#0, %b#0 : tensor<i64>, tensor<i64>
}
func.func @main() -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"() <{infeed = [@first], programs = [[@p]]}> : () -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run:
// error: 13:10: 'stablehlo.infeed' op reads from an infeed that has no more data (operands: !stablehlo.token)

// -----

// A receiver without a sender is reported.
func.func @send(%x: tensor<i64>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}
func.func @recv() -> (tensor<i64>, !stablehlo.token) {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0, %r#1 : tensor<i64>, !stablehlo.token
}
func.func @main() -> (tensor<i64>, !stablehlo.token) {
  %r:2 = "interpreter.run_parallel"() <{programs = [[@recv]]}> : () -> (tensor<i64>, !stablehlo.token)
  return %r#0, %r#1 : tensor<i64>, !stablehlo.token
}

// run:
// error: 13:10: 'interpreter.run_parallel' op cannot go on: process (0, 0) waits for data on channel 1

// -----

// Data that nobody receives is reported.
func.func @send(%x: tensor<i64>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}
func.func @recv() -> (tensor<i64>, !stablehlo.token) {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0, %r#1 : tensor<i64>, !stablehlo.token
}
func.func @main(%a0: tensor<i64>) -> !stablehlo.token {
  %r = "interpreter.run_parallel"(%a0) <{programs = [[@send]]}> : (tensor<i64>) -> !stablehlo.token
  return %r : !stablehlo.token
}

// run: 1
// error: 13:8: 'interpreter.run_parallel' op data sent on channel 1 is never received (operands: tensor<i64>)

// -----

// Collective broadcast with a root for each operand.
func.func @p(%x: tensor<i64>, %y: tensor<i64>, %root: tensor<2xi32>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "stablehlo.collective_broadcast"(%x, %y, %root) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<i64>, tensor<i64>, tensor<2xi32>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<2xi32>, %a3: tensor<i64>, %a4: tensor<i64>, %a5: tensor<2xi32>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:4 = "interpreter.run_parallel"(%a0, %a1, %a2, %a3, %a4, %a5) <{programs = [[@p], [@p]]}> : (tensor<i64>, tensor<i64>, tensor<2xi32>, tensor<i64>, tensor<i64>, tensor<2xi32>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 1, 2, [1, 0], 3, 4, [1, 0]
// => 3
// => 2
// => 3
// => 2

// -----

// Zero of a quantized tensor is its zero point.
func.func @p(%x: tensor<i8>) -> tensor<i8> {
  %q = stablehlo.bitcast_convert %x : (tensor<i8>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00:7>>
  %r = "stablehlo.collective_permute"(%q) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<!quant.uniform<i8:f32, 1.000000e+00:7>>) -> tensor<!quant.uniform<i8:f32, 1.000000e+00:7>>
  %y = stablehlo.bitcast_convert %r : (tensor<!quant.uniform<i8:f32, 1.000000e+00:7>>) -> tensor<i8>
  return %y : tensor<i8>
}
func.func @main(%a0: tensor<i8>, %a1: tensor<i8>) -> (tensor<i8>, tensor<i8>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<i8>, tensor<i8>) -> (tensor<i8>, tensor<i8>)
  return %r#0, %r#1 : tensor<i8>, tensor<i8>
}

// run: 50, 60
// => 7
// => 50

// -----

// Send and recv between devices follow their pairs.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0 : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p], [@p]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run: 7, 8
// => 8
// => 7

// -----

// Send and recv between devices follow their pairs.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0 : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  %r:2 = "interpreter.run_parallel"(%a0, %a1) <{programs = [[@p, @p]]}> : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  return %r#0, %r#1 : tensor<i64>, tensor<i64>
}

// run: 7, 8
// => 8
// => 7

// -----

// Send and recv between devices follow their pairs.
func.func @p(%x: tensor<i64>) -> tensor<i64> {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<i64>, !stablehlo.token) -> !stablehlo.token
  %r:2 = "stablehlo.recv"(%u) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<i64>, !stablehlo.token)
  return %r#0 : tensor<i64>
}
func.func @main(%a0: tensor<i64>, %a1: tensor<i64>, %a2: tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>) {
  %r:3 = "interpreter.run_parallel"(%a0, %a1, %a2) <{programs = [[@p], [@p], [@p]]}> : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  return %r#0, %r#1, %r#2 : tensor<i64>, tensor<i64>, tensor<i64>
}

// run: 7, 8, 9
// error: 5:10: 'stablehlo.recv' op nothing is sent to process (2, 0) on channel 1 (operands: !stablehlo.token)

// -----

// Quantized values travel as they are stored: integers that float32 does not hold come back to the bit from a
// channel, an infeed and a future.
func.func @send(%x: tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> !stablehlo.token {
  %t = stablehlo.create_token : !stablehlo.token
  %u = "stablehlo.send"(%x, %t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token) -> !stablehlo.token
  return %u : !stablehlo.token
}
func.func @recv() -> (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token) {
  %t = stablehlo.create_token : !stablehlo.token
  %r:2 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token)
  return %r#0, %r#1 : tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token
}
func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {
  %q = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  %r:3 = "interpreter.run_parallel"(%q) <{programs = [[@send], [@recv]]}> : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> (!stablehlo.token, tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token)
  %s = stablehlo.bitcast_convert %r#1 : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<2xi32>
  return %s : tensor<2xi32>
}

// run: [16777217, -16777219]
// => [16777217, -16777219]

// -----

// Quantized values travel as they are stored: integers that float32 does not hold come back to the bit from a
// channel, an infeed and a future.
func.func @first() -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>> {
  %c = stablehlo.constant dense<[16777217, -16777219]> : tensor<2xi32>
  %q = stablehlo.bitcast_convert %c : (tensor<2xi32>) -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  return %q : tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
}
func.func @p() -> tensor<2xi32> {
  %t = stablehlo.create_token : !stablehlo.token
  %a:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token)
  %u = "stablehlo.outfeed"(%a#0, %a#1) : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>, !stablehlo.token) -> !stablehlo.token
  %f = "stablehlo.async_start"(%a#0) ({
  ^bb0(%x: tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>):
    %g = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
    stablehlo.return %g : tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  }) : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> !stablehlo.future<tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>>
  %d = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>>) -> tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>
  %s = stablehlo.bitcast_convert %d : (tensor<2x!quant.uniform<i32:f32, 1.000000e+00>>) -> tensor<2xi32>
  return %s : tensor<2xi32>
}
func.func @main() -> tensor<2xi32> {
  %r = "interpreter.run_parallel"() <{infeed = [@first], programs = [[@p]]}> : () -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// run:
// => [16777217, -16777219]
