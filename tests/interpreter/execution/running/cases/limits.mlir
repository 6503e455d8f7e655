// What an evaluation may take, counted by hand and counted by evaluations, at the boundary of each limit.

// -----

// An evaluation takes as much as its ops say: three ops; two results of 16 bytes at once, as the argument is the
// caller's (steps-3).
func.func @main(%a0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a0, %a0 : tensor<4xf32>
  %1 = stablehlo.multiply %0, %a0 : tensor<4xf32>
  %r0 = stablehlo.negate %1 : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// run: steps=3, [1.0, 2.0, 3.0, 4.0]
// => [-2.000000e+00, -8.000000e+00, -1.800000e+01, -3.200000e+01]

// run: steps=2, [1.0, 2.0, 3.0, 4.0]
// error: 3:1: 'func.func' op takes more than the 2 steps that are allowed

// run: bytes=32, [1.0, 2.0, 3.0, 4.0]
// => [-2.000000e+00, -8.000000e+00, -1.800000e+01, -3.200000e+01]

// run: bytes=31, [1.0, 2.0, 3.0, 4.0]
// error: 3:1: 'func.func' op holds 32 bytes at once; 31 are allowed

// -----

// What a branch holds counts beside the result: the result of `if`, and two of 16 bytes at once inside, whichever
// branch runs.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<i1>) -> tensor<4xf32> {
  %r0 = "stablehlo.if"(%a1) ({
    %0 = stablehlo.add %a0, %a0 : tensor<4xf32>
    %1 = stablehlo.multiply %0, %a0 : tensor<4xf32>
    %2 = stablehlo.negate %1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %a0 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// run: bytes=48, [0.0, 0.0, 0.0, 0.0], true
// => -0.000000e+00

// run: bytes=47, [0.0, 0.0, 0.0, 0.0], true
// error: 4:9: 'stablehlo.if' op holds 48 bytes at once; 47 are allowed (operands: tensor<i1>)

// run: bytes=48, [0.0, 0.0, 0.0, 0.0], false
// => 0.000000e+00

// run: bytes=47, [0.0, 0.0, 0.0, 0.0], false
// error: 4:9: 'stablehlo.if' op holds 48 bytes at once; 47 are allowed (operands: tensor<i1>)
