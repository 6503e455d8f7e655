// RUN: stablehlo-translate --interpret --split-input-file %s

// Each process gives half of its row to the other one.

func.func @exchange(%operand: tensor<1x2xi64>) -> tensor<2x1xi64> {
  %result = "stablehlo.all_to_all"(%operand) {split_dimension = 1 : i64, concat_dimension = 0 : i64,
    split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<1x2xi64>) -> tensor<2x1xi64>
  return %result : tensor<2x1xi64>
}

func.func @main() {
  %first = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi64>
  %second = stablehlo.constant dense<[[3, 4]]> : tensor<1x2xi64>
  %results:2 = "interpreter.run_parallel"(%first, %second) {programs = [[@exchange], [@exchange]]}
    : (tensor<1x2xi64>, tensor<1x2xi64>) -> (tensor<2x1xi64>, tensor<2x1xi64>)
  check.expect_eq_const %results#0, dense<[[1], [3]]> : tensor<2x1xi64>
  check.expect_eq_const %results#1, dense<[[2], [4]]> : tensor<2x1xi64>
  return
}

// -----

// The first of a group has what the others get; the last process is in no group.

func.func @spread(%operand: tensor<i64>) -> tensor<i64> {
  %result = "stablehlo.collective_broadcast"(%operand) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}
    : (tensor<i64>) -> tensor<i64>
  return %result : tensor<i64>
}

func.func @main() {
  %first = stablehlo.constant dense<1> : tensor<i64>
  %second = stablehlo.constant dense<2> : tensor<i64>
  %third = stablehlo.constant dense<3> : tensor<i64>
  %results:3 = "interpreter.run_parallel"(%first, %second, %third) {programs = [[@spread], [@spread], [@spread]]}
    : (tensor<i64>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>, tensor<i64>)
  check.expect_eq_const %results#0, dense<2> : tensor<i64>
  check.expect_eq_const %results#1, dense<2> : tensor<i64>
  check.expect_eq_const %results#2, dense<0> : tensor<i64>
  return
}

// -----

// The older sum across replicas.

func.func @sums(%operand: tensor<i64>) -> tensor<i64> {
  %older = "stablehlo.cross-replica-sum"(%operand) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
    : (tensor<i64>) -> tensor<i64>
  return %older : tensor<i64>
}

func.func @main() {
  %first = stablehlo.constant dense<1> : tensor<i64>
  %second = stablehlo.constant dense<2> : tensor<i64>
  %results:2 = "interpreter.run_parallel"(%first, %second) {programs = [[@sums], [@sums]]}
    : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %results#0, dense<3> : tensor<i64>
  check.expect_eq_const %results#1, dense<3> : tensor<i64>
  return
}

// -----

// The first of a group has the sum of all, the others nothing.

func.func @gather_sum(%operand: tensor<i64>) -> tensor<i64> {
  %result = "stablehlo.collective_reduce"(%operand) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %s = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %s : tensor<i64>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
  return %result : tensor<i64>
}

func.func @main() {
  %first = stablehlo.constant dense<1> : tensor<i64>
  %second = stablehlo.constant dense<2> : tensor<i64>
  %results:2 = "interpreter.run_parallel"(%first, %second) {programs = [[@gather_sum], [@gather_sum]]}
    : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %results#0, dense<3> : tensor<i64>
  check.expect_eq_const %results#1, dense<0> : tensor<i64>
  return
}
