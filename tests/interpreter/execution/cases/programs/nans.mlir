// Programs of test_nans.py: NaNs that are computed have one pattern, and those that are moved keep theirs.

// -----
// loops over scalars have one nan
%one = stablehlo.constant dense<1> : tensor<i32>
%most = stablehlo.constant dense<100> : tensor<i32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%r:2 = stablehlo.while(%i = %zero, %x = %a0) : tensor<i32>, tensor<f32>
cond {
  %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %n = stablehlo.add %i, %one : tensor<i32>
  %y = stablehlo.negate %x : tensor<f32>
  %z = stablehlo.subtract %x, %y : tensor<f32>
  %w = stablehlo.add %z, %y : tensor<f32>
  %v = stablehlo.negate %w : tensor<f32>
  stablehlo.return %n, %v : tensor<i32>, tensor<f32>
}
