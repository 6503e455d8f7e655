// Programs of test_specialising.py: Arguments as constants: what is computed from them goes, where that makes a
// program smaller.

// -----
// computed
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %five = stablehlo.constant dense<5> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %thousand = stablehlo.constant dense<1000> : tensor<i32>
  %a = stablehlo.multiply %x, %five : tensor<i32>
  %b = stablehlo.add %a, %seven : tensor<i32>
  %c = stablehlo.divide %thousand, %b : tensor<i32>
  return %c : tensor<i32>
}

// -----
// loop
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %thousand = stablehlo.constant dense<1000> : tensor<i32>
  %i:2 = stablehlo.while(%j = %zero, %k = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %j, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.add %j, %one : tensor<i32>
    %sum = stablehlo.add %k, %six : tensor<i32>
    stablehlo.return %next, %sum : tensor<i32>, tensor<i32>
  }
  %c = stablehlo.divide %thousand, %i#1 : tensor<i32>
  return %c : tensor<i32>
}

// -----
// branch
func.func @main(%i: tensor<i32>, %x: tensor<i32>) -> tensor<i32> {
  %six = stablehlo.constant dense<6> : tensor<i32>
  %thousand = stablehlo.constant dense<1000> : tensor<i32>
  %a = stablehlo.remainder %i, %six : tensor<i32>
  %b = "stablehlo.case"(%a) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %y = stablehlo.multiply %x, %six : tensor<i32>
    stablehlo.return %y : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %c = stablehlo.divide %thousand, %b : tensor<i32>
  return %c : tensor<i32>
}

// -----
// plain
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.divide %x, %y : tensor<i32>
  return %0 : tensor<i32>
}
