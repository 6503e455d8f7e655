// Programs of test_limits.py: What evaluations are charged: work and steps added up block by block, bytes that are
// alive, the clock.

// -----
// loop
%zero = stablehlo.constant dense<0> : tensor<i32>
%q:2 = stablehlo.while(%i = %zero, %v = %a1) : tensor<i32>, tensor<10xf32>
cond {
  %p = stablehlo.compare LT, %i, %a0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %p : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %j = stablehlo.add %i, %one : tensor<i32>
  %w = stablehlo.add %v, %v : tensor<10xf32>
  stablehlo.return %j, %w : tensor<i32>, tensor<10xf32>
}

// -----
// calls are charged as they run
func.func private @f(%x: tensor<10xf32>) -> tensor<10xf32> {
  %r = stablehlo.negate %x : tensor<10xf32>
  return %r : tensor<10xf32>
}

