// Programs of test_fusing.py: Which steps are evaluated together, and what is left of them.

// -----
// what is read later is a result
%v0 = stablehlo.abs %a0 : tensor<65537xf32>
%r0 = stablehlo.negate %v0 : tensor<65537xf32>
%v2 = stablehlo.exponential %v0 : tensor<65537xf32>
%r1 = stablehlo.reverse %v0, dims = [0] : tensor<65537xf32>

// -----
// views between are made before
%v0 = stablehlo.abs %a0 : tensor<65537xf32>
%v1 = stablehlo.sqrt %a1 : tensor<f32>
%v2 = stablehlo.broadcast_in_dim %v1, dims = [] : (tensor<f32>) -> tensor<65537xf32>
%v3 = stablehlo.reverse %a0, dims = [0] : tensor<65537xf32>
%v4 = stablehlo.add %v0, %v2 : tensor<65537xf32>
%r0 = stablehlo.add %v3, %v4 : tensor<65537xf32>

// -----
// what needs a result waits for it
%v0 = stablehlo.abs %a0 : tensor<65537xf32>
%v1 = stablehlo.negate %v0 : tensor<65537xf32>
%v2 = stablehlo.reverse %v1, dims = [0] : tensor<65537xf32>
%v3 = stablehlo.add %v2, %a0 : tensor<65537xf32>
%r0 = stablehlo.negate %v3 : tensor<65537xf32>
