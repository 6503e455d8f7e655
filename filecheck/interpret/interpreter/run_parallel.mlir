// RUN: stablehlo-translate --interpret --split-input-file %s

// Replicas and partitions know who they are.

func.func @who() -> (tensor<ui32>, tensor<ui32>) {
  %r = stablehlo.replica_id : tensor<ui32>
  %p = stablehlo.partition_id : tensor<ui32>
  return %r, %p : tensor<ui32>, tensor<ui32>
}

func.func @main() {
  %r:8 = "interpreter.run_parallel"() {programs = [[@who, @who], [@who, @who]]}
    : () -> (tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>)
  check.expect_eq_const %r#2, dense<0> : tensor<ui32>
  check.expect_eq_const %r#3, dense<1> : tensor<ui32>
  check.expect_eq_const %r#4, dense<1> : tensor<ui32>
  check.expect_eq_const %r#5, dense<0> : tensor<ui32>
  return
}

// -----

// Sums across replicas, each partition by itself; then parts of them back to each.

func.func @sum(%x: tensor<2xi64>) -> (tensor<2xi64>, tensor<1xi64>) {
  %all = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<2xi64>
  %part = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi64>) -> tensor<1xi64>
  return %all, %part : tensor<2xi64>, tensor<1xi64>
}

func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %y = stablehlo.constant dense<[10, 20]> : tensor<2xi64>
  %r:4 = "interpreter.run_parallel"(%x, %y) {programs = [[@sum], [@sum]]}
    : (tensor<2xi64>, tensor<2xi64>) -> (tensor<2xi64>, tensor<1xi64>, tensor<2xi64>, tensor<1xi64>)
  check.expect_eq_const %r#0, dense<[11, 22]> : tensor<2xi64>
  check.expect_eq_const %r#1, dense<11> : tensor<1xi64>
  check.expect_eq_const %r#2, dense<[11, 22]> : tensor<2xi64>
  check.expect_eq_const %r#3, dense<22> : tensor<1xi64>
  return
}

// -----

// Data around a ring, and over a channel.

func.func @ring(%x: tensor<i64>) -> tensor<i64> {
  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>} : (tensor<i64>) -> tensor<i64>
  return %r : tensor<i64>
}

func.func @main() {
  %a = stablehlo.constant dense<1> : tensor<i64>
  %b = stablehlo.constant dense<2> : tensor<i64>
  %c = stablehlo.constant dense<3> : tensor<i64>
  %r:3 = "interpreter.run_parallel"(%a, %b, %c) {programs = [[@ring], [@ring], [@ring]]} : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  check.expect_eq_const %r#0, dense<3> : tensor<i64>
  check.expect_eq_const %r#1, dense<1> : tensor<i64>
  check.expect_eq_const %r#2, dense<2> : tensor<i64>
  return
}
