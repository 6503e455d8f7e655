// Elementwise ops as programs: each op for each kind of element against C++; splats, scalars, what is undefined.

// -----

// Select (True-f32).
func.func @main(%a0: tensor<i1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// run: true, sample 1, sample 2
// cpp: the same

// run: false, sample 1, sample 2
// cpp: the same

// -----

// Select (True-i4).
func.func @main(%a0: tensor<i1>, %a1: tensor<2x3xi4>, %a2: tensor<2x3xi4>) -> tensor<2x3xi4> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2x3xi4>
  return %r0 : tensor<2x3xi4>
}

// run: true, sample 1, sample 2
// cpp: the same

// run: false, sample 1, sample 2
// cpp: the same

// -----

// Select (True-i1).
func.func @main(%a0: tensor<i1>, %a1: tensor<2x3xi1>, %a2: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2x3xi1>
  return %r0 : tensor<2x3xi1>
}

// run: true, sample 1, sample 2
// cpp: the same

// run: false, sample 1, sample 2
// cpp: the same

// -----

// Select (True-complex<f32>).
func.func @main(%a0: tensor<i1>, %a1: tensor<2x3xcomplex<f32>>, %a2: tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<2x3xcomplex<f32>>
  return %r0 : tensor<2x3xcomplex<f32>>
}

// run: true, sample 1, sample 2
// cpp: the same

// run: false, sample 1, sample 2
// cpp: the same

// -----

// Select (False-f32).
func.func @main(%a0: tensor<2x3xi1>, %a1: tensor<2x3xf32>, %a2: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<2x3xi1>, tensor<2x3xf32>
  return %r0 : tensor<2x3xf32>
}

// run: sample, sample 1, sample 2
// cpp: the same

// -----

// Select (False-i4).
func.func @main(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi4>, %a2: tensor<2x3xi4>) -> tensor<2x3xi4> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<2x3xi1>, tensor<2x3xi4>
  return %r0 : tensor<2x3xi4>
}

// run: sample, sample 1, sample 2
// cpp: the same

// -----

// Select (False-i1).
func.func @main(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi1>, %a2: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<2x3xi1>, tensor<2x3xi1>
  return %r0 : tensor<2x3xi1>
}

// run: sample, sample 1, sample 2
// cpp: the same

// -----

// Select (False-complex<f32>).
func.func @main(%a0: tensor<2x3xi1>, %a1: tensor<2x3xcomplex<f32>>, %a2: tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>> {
  %r0 = stablehlo.select %a0, %a1, %a2 : tensor<2x3xi1>, tensor<2x3xcomplex<f32>>
  return %r0 : tensor<2x3xcomplex<f32>>
}

// run: sample, sample 1, sample 2
// cpp: the same

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not
// (divide-i32-1-0-integer division by zero).
func.func @main(%a0: tensor<1xi32>, %a1: tensor<1xi32>) -> tensor<1xi32> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<1xi32>
  return %r0 : tensor<1xi32>
}

// run: [1], [0]
// => -1

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not.
func.func @main(%a0: tensor<1xui8>, %a1: tensor<1xui8>) -> tensor<1xui8> {
  %r0 = stablehlo.remainder %a0, %a1 : tensor<1xui8>
  return %r0 : tensor<1xui8>
}

// run: [1], [0]
// => 1

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not.
func.func @main(%a0: tensor<1xi8>, %a1: tensor<1xi8>) -> tensor<1xi8> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<1xi8>
  return %r0 : tensor<1xi8>
}

// run: [-128], [-1]
// => -128

// run: [-127], [-1]
// => 127

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not.
func.func @main(%a0: tensor<1xi4>, %a1: tensor<1xi4>) -> tensor<1xi4> {
  %r0 = stablehlo.remainder %a0, %a1 : tensor<1xi4>
  return %r0 : tensor<1xi4>
}

// run: [-8], [-1]
// => 0

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not (divide-
// ui8-128-255-None).
func.func @main(%a0: tensor<1xui8>, %a1: tensor<1xui8>) -> tensor<1xui8> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<1xui8>
  return %r0 : tensor<1xui8>
}

// run: [128], [255]
// => 0

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not
// (divide-f32-1-0-None).
func.func @main(%a0: tensor<1xf32>, %a1: tensor<1xf32>) -> tensor<1xf32> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<1xf32>
  return %r0 : tensor<1xf32>
}

// run: [1.0], [0.0]
// => 0x7f800000

// -----

// What the specification leaves undefined: it evaluates, and the folder is told why it should not
// (remainder-i64-5-3-None).
func.func @main(%a0: tensor<1xi64>, %a1: tensor<1xi64>) -> tensor<1xi64> {
  %r0 = stablehlo.remainder %a0, %a1 : tensor<1xi64>
  return %r0 : tensor<1xi64>
}

// run: [5], [3]
// => 2

// -----

// Quantized operands: (10 - 0) * 0.5 + (6 - 2) * 0.25 = 6, in units of 1 from 1.
func.func @main(%a0: tensor<1xi8>, %a1: tensor<1xi8>) -> tensor<1xi8> {
  %x = stablehlo.bitcast_convert %a0 : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>
  %y = stablehlo.bitcast_convert %a1 : (tensor<1xi8>) -> tensor<1x!quant.uniform<i8:f32, 2.500000e-01:2>>
  %s = stablehlo.add %x, %y : (tensor<1x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<1x!quant.uniform<i8:f32, 2.500000e-01:2>>) -> tensor<1x!quant.uniform<i8:f32, 1.000000e+00:1>>
  %r0 = stablehlo.bitcast_convert %s : (tensor<1x!quant.uniform<i8:f32, 1.000000e+00:1>>) -> tensor<1xi8>
  return %r0 : tensor<1xi8>
}

// run: [10], [6]
// => 7
