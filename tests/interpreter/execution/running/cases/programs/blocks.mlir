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

// -----
// rows are normalized
%low = stablehlo.constant dense<-1.0e+04> : tensor<f32>
%zero = stablehlo.constant dense<0.0> : tensor<f32>
%greatest = stablehlo.reduce(%a0 init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<300x251xf32>, tensor<f32>) -> tensor<300xf32>
%b = stablehlo.broadcast_in_dim %greatest, dims = [0] : (tensor<300xf32>) -> tensor<300x251xf32>
%s = stablehlo.subtract %a0, %b : tensor<300x251xf32>
%e = stablehlo.exponential %s : tensor<300x251xf32>
%sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x251xf32>, tensor<f32>) -> tensor<300xf32>
%c = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<300xf32>) -> tensor<300x251xf32>
%r0 = stablehlo.divide %e, %c : tensor<300x251xf32>
%row = stablehlo.broadcast_in_dim %a1, dims = [1] : (tensor<251xf32>) -> tensor<300x251xf32>
%w = stablehlo.multiply %row, %r0 : tensor<300x251xf32>
%r1 = stablehlo.add %b, %w : tensor<300x251xf32>
%r2 = stablehlo.subtract %row, %c : tensor<300x251xf32>
