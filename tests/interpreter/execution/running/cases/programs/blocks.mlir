// Programs of test_blocks.py: Steps that are evaluated together have the bits and the storage that they have one by one.

// -----
// an operand is the result
%v = stablehlo.negate %a0 : tensor<f32>
%same = stablehlo.convert %v : (tensor<f32>) -> tensor<f32>
%w = stablehlo.add %v, %a1 : tensor<f32>
%r0 = stablehlo.multiply %same, %w : tensor<f32>

// -----
// results are read
%v = stablehlo.multiply %a0, %a1 : tensor<f32>
%e = stablehlo.exponential %v : tensor<f32>
%w = stablehlo.add %e, %v : tensor<f32>
%r0 = stablehlo.subtract %w, %e : tensor<f32>
%r1 = stablehlo.sine %w : tensor<f32>
