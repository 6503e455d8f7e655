// Programs of test_patterns.py: The pattern for greedy drivers and the questions about single values: what they take,
// and what they leave.

// -----
// attributes of an op of several results say nothing of each

    func.func @main() -> (tensor<2xui64>, tensor<1xui32>) {
      %c = stablehlo.constant dense<[2, 1]> : tensor<2xui64>
      %r:2 = "stablehlo.rng_bit_generator"(%c) <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> {keep = 1 : i32}
        : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui32>)
      return %r#0, %r#1 : tensor<2xui64>, tensor<1xui32>
    }

// -----
// loop

func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.add %a, %a : tensor<i32>
  %unused = stablehlo.multiply %n, %n : tensor<i32>
  %r = stablehlo.while(%i = %a) : tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %b : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  %s = stablehlo.negate %r : tensor<i32>
  return %s : tensor<i32>
}

