// CHLO's functions for each float type, against mpmath.

// -----

// Two arguments.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = chlo.polygamma %a0, %a1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// run: [0.0, 1.0, 2.0, 3.0], [0.5, 1.5, 2.5, 3.5]
// => [-1.963510e+00, 0.934802175, -0.236204058, 0.0703058466]

// -----

// Two arguments.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = chlo.zeta %a0, %a1 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// run: [2.0, 3.0, 4.0, 5.0], [0.5, 1.5, 2.5, 3.5]
// => [4.93480206, 0.414398313, 0.0373176411, 0.00283316663]

// -----

// Two arguments.
func.func @main(%a0: tensor<1xf64>, %a1: tensor<1xf64>) -> tensor<1xf64> {
  %r0 = chlo.zeta %a0, %a1 : tensor<1xf64>, tensor<1xf64> -> tensor<1xf64>
  return %r0 : tensor<1xf64>
}

// run: [2.0], [1.0]
// => 1.6449340668482264

// -----

// Conj and square of complex numbers.
func.func @main(%a0: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %r0 = chlo.conj %a0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  return %r0 : tensor<3xcomplex<f64>>
}

// run: [(1.0, 2.0), (3.0, -0.0), (1.0e+200, 1.0e+200)]
// => [(1.000000e+00,-2.000000e+00), (3.000000e+00,0.000000e+00), (1.000000e+200,-1.000000e+200)]

// -----

// Conj and square of complex numbers.
func.func @main(%a0: tensor<3xcomplex<f64>>) -> tensor<3xcomplex<f64>> {
  %r0 = chlo.square %a0 : tensor<3xcomplex<f64>> -> tensor<3xcomplex<f64>>
  return %r0 : tensor<3xcomplex<f64>>
}

// run: [(1.0, 2.0), (3.0, -0.0), (1.0e+200, 1.0e+200)]
// => [(-3.000000e+00,4.000000e+00), (9.000000e+00,-0.000000e+00), (0.000000e+00,0x7ff0000000000000)]

// -----

// Conj and square of complex numbers.
func.func @main(%a0: tensor<1xf64>) -> tensor<1xf64> {
  %r0 = chlo.conj %a0 : tensor<1xf64> -> tensor<1xf64>
  return %r0 : tensor<1xf64>
}

// run: [1.5]
// => 1.500000e+00

// -----

// Functions of real numbers are not defined for integers: the verifier refuses them before any kernel would have to.
func.func @main(%a0: tensor<1xi32>) -> (tensor<1xi32>) {
  // expected-error@+1 {{'chlo.erf' op operand #0 must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<1xi32>'}}
  %r0 = chlo.erf %a0 : tensor<1xi32> -> tensor<1xi32>
  return %r0 : tensor<1xi32>
}
