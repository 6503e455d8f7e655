// Programs of test_control_flow.py: if, case, while, and calls: values from outside, nesting, and limits.

// -----
// case takes the last branch where there is none of that number
%r0 = "stablehlo.case"(%a0) ({ stablehlo.return %a1 : tensor<2xi32> }, {
  %x = stablehlo.add %a1, %a1 : tensor<2xi32>
  stablehlo.return %x : tensor<2xi32>
}, {
  %x = stablehlo.multiply %a1, %a1 : tensor<2xi32>
  stablehlo.return %x : tensor<2xi32>
}) : (tensor<i32>) -> tensor<2xi32>

// -----
// count
%k = stablehlo.constant dense<5> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%r:2 = stablehlo.while(%i = %a0, %v = %a1) : tensor<i32>, tensor<2xi32>
cond {
  %c = stablehlo.compare LT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %j = stablehlo.add %i, %one : tensor<i32>
  %w = stablehlo.add %v, %a2 : tensor<2xi32>
  stablehlo.return %j, %w : tensor<i32>, tensor<2xi32>
}

// -----
// work in called functions counts
func.func @main(%x: tensor<100xi32>) -> tensor<100xi32> {
  %y = func.call @f(%x) : (tensor<100xi32>) -> tensor<100xi32>
  return %y : tensor<100xi32>
}
func.func @f(%x: tensor<100xi32>) -> tensor<100xi32> {
  %y = stablehlo.add %x, %x : tensor<100xi32>
  return %y : tensor<100xi32>
}
