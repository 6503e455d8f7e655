// tool: xDSL 0.74
// call: cse
// title: Two ops are taken for one although their regions differ in a type
// sentence: 2 as a boolean is true, and as an integer again 1; an i8 holds 2 (spec: convert).
// arguments: dense<0> : tensor<i32>, dense<2> : tensor<i32>

func.func @before(%i: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %a = "stablehlo.case"(%i) ({
    %c = stablehlo.convert %x : (tensor<i32>) -> tensor<i8>
    %d = stablehlo.convert %c : (tensor<i8>) -> tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %b = "stablehlo.case"(%i) ({
    %c = stablehlo.convert %x : (tensor<i32>) -> tensor<i1>
    %d = stablehlo.convert %c : (tensor<i1>) -> tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %a, %b : tensor<i32>, tensor<i32>
}

func.func @after(%i: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %a = "stablehlo.case"(%i) ({
    %c = stablehlo.convert %x : (tensor<i32>) -> tensor<i8>
    %d = stablehlo.convert %c : (tensor<i8>) -> tensor<i32>
    stablehlo.return %d : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %a, %a : tensor<i32>, tensor<i32>
}
