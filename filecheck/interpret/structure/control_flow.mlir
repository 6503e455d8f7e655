// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @while() {
  %init_i = stablehlo.constant dense<0> : tensor<i64>
  %init_sum = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %ten = stablehlo.constant dense<10> : tensor<i64>
  %results0, %results1 = stablehlo.while(%i = %init_i, %sum = %init_sum) : tensor<i64>, tensor<i64>
  cond {
    %cond = stablehlo.compare LT, %i, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %cond : tensor<i1>
  } do {
    %new_sum = stablehlo.add %sum, %i : tensor<i64>
    %new_i = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %new_i, %new_sum : tensor<i64>, tensor<i64>
  }
  check.expect_eq_const %results0, dense<10> : tensor<i64>
  check.expect_eq_const %results1, dense<45> : tensor<i64>
  return
}

// -----

func.func @case() {
  %index = stablehlo.constant dense<-1> : tensor<i32>
  %result_branch0 = stablehlo.constant dense<0> : tensor<2xi64>
  %result_branch1 = stablehlo.constant dense<1> : tensor<2xi64>
  %results = "stablehlo.case"(%index) ({
    stablehlo.return %result_branch0 : tensor<2xi64>
  }, {
    stablehlo.return %result_branch1 : tensor<2xi64>
  }) : (tensor<i32>) -> tensor<2xi64>
  check.expect_eq_const %results, dense<1> : tensor<2xi64>
  return
}

// -----

func.func @case_first() {
  %index = stablehlo.constant dense<0> : tensor<i32>
  %result_branch0 = stablehlo.constant dense<0> : tensor<2xi64>
  %result_branch1 = stablehlo.constant dense<1> : tensor<2xi64>
  %results = "stablehlo.case"(%index) ({
    stablehlo.return %result_branch0 : tensor<2xi64>
  }, {
    stablehlo.return %result_branch1 : tensor<2xi64>
  }) : (tensor<i32>) -> tensor<2xi64>
  check.expect_eq_const %results, dense<0> : tensor<2xi64>
  return
}

// -----

func.func @case_out_of_range() {
  %index = stablehlo.constant dense<7> : tensor<i32>
  %result_branch0 = stablehlo.constant dense<0> : tensor<2xi64>
  %result_branch1 = stablehlo.constant dense<1> : tensor<2xi64>
  %results = "stablehlo.case"(%index) ({
    stablehlo.return %result_branch0 : tensor<2xi64>
  }, {
    stablehlo.return %result_branch1 : tensor<2xi64>
  }) : (tensor<i32>) -> tensor<2xi64>
  check.expect_eq_const %results, dense<1> : tensor<2xi64>
  return
}

// -----

func.func @if() {
  %pred = stablehlo.constant dense<true> : tensor<i1>
  %result_true_branch = stablehlo.constant dense<10> : tensor<i32>
  %result_false_branch = stablehlo.constant dense<11> : tensor<i32>
  %result = "stablehlo.if"(%pred) ({
    stablehlo.return %result_true_branch : tensor<i32>
  }, {
    stablehlo.return %result_false_branch : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  check.expect_eq_const %result, dense<10> : tensor<i32>
  return
}
