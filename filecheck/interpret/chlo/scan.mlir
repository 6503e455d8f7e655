// RUN: stablehlo-translate --interpret --split-input-file %s

func.func @scan() {
  %input = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<10> : tensor<i32>
  %sums, %last = chlo.scan(%input) inits (%init) dimension=0  {
  ^bb0(%value: tensor<i32>, %carry: tensor<i32>):
    %sum = stablehlo.add %value, %carry : tensor<i32>
    stablehlo.return %sum, %sum : tensor<i32>, tensor<i32>
  } : (tensor<4xi32>, tensor<i32>) -> (tensor<4xi32>, tensor<i32>)
  check.expect_eq_const %sums, dense<[11, 13, 16, 20]> : tensor<4xi32>
  check.expect_eq_const %last, dense<20> : tensor<i32>
  return
}
