// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @partition_id_example() {
  %result = stablehlo.partition_id : tensor<ui32>
  return
}

// -----

func.func @replica_id_example() {
  %result = stablehlo.replica_id : tensor<ui32>
  return
}

// -----

// One process sends what another receives.

func.func @send(%operand: tensor<2xi64>, %token: !stablehlo.token) -> !stablehlo.token {
  %result = "stablehlo.send"(%operand, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
    : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %result : !stablehlo.token
}

func.func @receive(%token: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
  %result, %after = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}
    : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  return %result, %after : tensor<2xi64>, !stablehlo.token
}

func.func @main() {
  %operand = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %token = stablehlo.after_all : !stablehlo.token
  %results:3 = "interpreter.run_parallel"(%operand, %token, %token) {programs = [[@send, @receive]]}
    : (tensor<2xi64>, !stablehlo.token, !stablehlo.token) -> (!stablehlo.token, tensor<2xi64>, !stablehlo.token)
  check.expect_eq_const %results#1, dense<[1, 2]> : tensor<2xi64>
  return
}

// -----

// What comes in goes out again.

func.func @through(%token: !stablehlo.token) -> (tensor<2xi64>, !stablehlo.token) {
  %value, %read = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  %written = "stablehlo.outfeed"(%value, %read) : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
  return %value, %written : tensor<2xi64>, !stablehlo.token
}

func.func @queue() -> tensor<2xi64> {
  %value = stablehlo.constant dense<[5, 6]> : tensor<2xi64>
  return %value : tensor<2xi64>
}

func.func @main() {
  %token = stablehlo.after_all : !stablehlo.token
  %results:2 = "interpreter.run_parallel"(%token) {infeed = [@queue], programs = [[@through]]}
    : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
  check.expect_eq_const %results#0, dense<[5, 6]> : tensor<2xi64>
  return
}
