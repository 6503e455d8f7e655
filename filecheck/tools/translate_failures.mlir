// RUN: not stablehlo-translate --interpret --split-input-file %s 2>&1 | filecheck %s
// RUN: stablehlo-translate --interpret --split-input-file --verify-diagnostics %s

func.func @a_check_that_fails() {
  %a = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  // CHECK: translate_failures.mlir:8:3: error: 'check.expect_eq_const' op Element values don't match: 3 (actual) vs 2 (expected) at index [1] (operands: tensor<2xi32>)
  // expected-error@+1 {{3 (actual) vs 2 (expected)}}
  check.expect_eq_const %a, dense<[1, 2]> : tensor<2xi32>
  return
}

// -----

func.func @never_called(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

func.func @no_one_else_comes(%a: tensor<2xi64>) -> tensor<2xi64> {
  %r = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<4xi64>
  %s = stablehlo.slice %r [0:2] : (tensor<4xi64>) -> tensor<2xi64>
  return %s : tensor<2xi64>
}

func.func @comes_never(%a: tensor<2xi64>) -> tensor<2xi64> {
  return %a : tensor<2xi64>
}

func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<2xi64>
  // CHECK: error: {{.*}}process (0, 0) waits in all_gather on channel 0 for (1, 0)
  // expected-error@+1 {{process (0, 0) waits in all_gather on channel 0 for (1, 0)}}
  %r:2 = "interpreter.run_parallel"(%a, %a) {programs = [[@no_one_else_comes], [@comes_never]]} : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return
}

// -----

func.func @draws_without_a_seed() -> tensor<2xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %s = stablehlo.constant dense<2> : tensor<1xi64>
  // CHECK: error: 'stablehlo.rng' op draws random numbers, which needs an explicit seed
  // expected-error@+1 {{explicit seed}}
  %r = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
