// RUN: stablehlo-translate --interpret %s

// A sum across replicas that runs while the program goes on.

func.func @sum(%operand: tensor<i64>) -> tensor<i64> {
  %future = "stablehlo.async_start"(%operand) ({
  ^bb0(%value: tensor<i64>):
    %sum = "stablehlo.all_reduce"(%value) ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %s = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %s : tensor<i64>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<i64>) -> tensor<i64>
    stablehlo.return %sum : tensor<i64>
  }) : (tensor<i64>) -> !stablehlo.future<tensor<i64>>
  %result = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<i64>>) -> tensor<i64>
  return %result : tensor<i64>
}

func.func @main() {
  %first = stablehlo.constant dense<1> : tensor<i64>
  %second = stablehlo.constant dense<2> : tensor<i64>
  %results:2 = "interpreter.run_parallel"(%first, %second) {programs = [[@sum], [@sum]]}
    : (tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>)
  check.expect_eq_const %results#0, dense<3> : tensor<i64>
  check.expect_eq_const %results#1, dense<3> : tensor<i64>
  return
}
