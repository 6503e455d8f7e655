// Programs of test_doors.py: The ways into the folder besides `fold_module`: one op, one value, a pattern, an
// analysis, binding, the passes.

// -----
// sum
%a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
%b = stablehlo.add %a, %a : tensor<2xi32>
%c = stablehlo.multiply %b, %x : tensor<2xi32>
%r = stablehlo.add %b, %b : tensor<2xi32>


// -----
// constant value follows calls and branches
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.multiply %x, %x : tensor<i32>
  return %0 : tensor<i32>
}
func.func @main(%p: tensor<i1>) -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = "stablehlo.if"(%p) ({
    %0 = func.call @f(%c) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    %1 = stablehlo.constant dense<9> : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %r : tensor<i32>
}


// -----
// analysis knows values and reachable blocks
%p = stablehlo.constant dense<true> : tensor<i1>
%a = stablehlo.constant dense<2> : tensor<i32>
%b = stablehlo.multiply %a, %a : tensor<i32>
%r = "stablehlo.if"(%p) ({
  %0 = stablehlo.add %x, %b : tensor<i32>
  stablehlo.return %0 : tensor<i32>
}, {
  stablehlo.return %b : tensor<i32>
}) : (tensor<i1>) -> tensor<i32>


// -----
// weights
func.func @main(%x: tensor<2xf32>, %w: tensor<2xf32> {jax.arg_info = "params.w"}, %b: tensor<2xbf16>)
-> tensor<2xf32> {
  %0 = stablehlo.exponential %w : tensor<2xf32>
  %1 = stablehlo.convert %b : (tensor<2xbf16>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  %3 = stablehlo.add %2, %x : tensor<2xf32>
  return %3 : tensor<2xf32>
}
