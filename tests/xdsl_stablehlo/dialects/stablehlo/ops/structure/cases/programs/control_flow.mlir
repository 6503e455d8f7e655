// Programs of test_control_flow.py: if, case, while, return: what they reject, what they infer, how they are printed.

// -----
// while
%w:2 = stablehlo.while(%iterArg = %a0, %b = %a1) : tensor<i32>, tensor<2xf32> attributes {x = 1 : i32}
cond {
  %c = stablehlo.constant dense<true> : tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  stablehlo.return %iterArg, %b : tensor<i32>, tensor<2xf32>
}

// -----
// empty while
stablehlo.while()
cond {
  %c = stablehlo.constant dense<false> : tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  stablehlo.return
}

// -----
// if
%r0 = "stablehlo.if"(%a0) ({
  stablehlo.return %a1 : tensor<2xf32>
}, {
  %x = stablehlo.add %a1, %a1 : tensor<2xf32>
  stablehlo.return %x : tensor<2xf32>
}) {mhlo.x = 1 : i32} : (tensor<i1>) -> tensor<2xf32>
