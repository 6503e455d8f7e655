// Programs of test_terms.py: What counts as the same program, and what rules prove: expected answers are argued
// from the specification.

// -----
// sum
%z = stablehlo.constant dense<0> : tensor<i32>
  %s = "stablehlo.reduce"(%a0, %z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.subtract %x, %y : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i32>) -> tensor<4xi32>

// -----
// branches
%e = stablehlo.slice %a0 [0:1] : (tensor<4xi32>) -> tensor<1xi32>
  %s = stablehlo.reshape %e : (tensor<1xi32>) -> tensor<i32>
  %p = stablehlo.convert %s : (tensor<i32>) -> tensor<i1>
  %r0 = "stablehlo.if"(%p) ({
    %n = stablehlo.negate %a0 : tensor<4xi32>
    stablehlo.return %n : tensor<4xi32>
  }, {
    stablehlo.return %a1 : tensor<4xi32>
  }) : (tensor<i1>) -> tensor<4xi32>

// -----
// call
func.func @main(%a: tensor<i8>) -> tensor<i8> {{
  %b = func.call @{name}(%a) : (tensor<i8>) -> tensor<i8>
  return %b : tensor<i8>
}}
func.func private @{name}(%a: tensor<i8>) -> tensor<i8> {{
  {body}
  return %b : tensor<i8>
}}

// -----
// last
func.func private @f1100(%a: tensor<i8>) -> tensor<i8> {{
  %b = stablehlo.{} %a : tensor<i8>
  return %b : tensor<i8>
}}
