// What evaluations are charged: work and steps added up block by block, bytes that are alive, the clock.

// -----

// What is read later stays alive.
func.func @main(%a0: tensor<10xf32>) -> tensor<10xf32> {
  %0 = stablehlo.negate %a0 : tensor<10xf32>
  %1 = stablehlo.abs %a0 : tensor<10xf32>
  %2 = stablehlo.add %1, %1 : tensor<10xf32>
  %r0 = stablehlo.add %0, %2 : tensor<10xf32>
  return %r0 : tensor<10xf32>
}

// run: bytes=120, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
// => 1.000000e+00

// run: bytes=119, [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
// error: 2:1: 'func.func' op holds 120 bytes at once; 119 are allowed
