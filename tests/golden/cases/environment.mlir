// Numbers that another floating-point environment would change: subnormal ones, and results that are rounded.

// fold:

// -----

// Literals of subnormal numbers are read to the bit.
func.func @main() -> (tensor<4xi32>, tensor<3xi64>, tensor<3xi16>, tensor<3xi16>, tensor<2xi8>, tensor<2xi32>) {
  %0 = stablehlo.constant dense<[1.0e-40, -1.0e-45, 0x00000001, 0x807FFFFF]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[5.0e-324, -2.225e-308, 0x000FFFFFFFFFFFFF]> : tensor<3xf64>
  %2 = stablehlo.constant dense<[6.0e-8, -6.0e-5, 0x03FF]> : tensor<3xf16>
  %3 = stablehlo.constant dense<[1.0e-40, -9.2e-41, 0x007F]> : tensor<3xbf16>
  %4 = stablehlo.constant dense<[1.6e-5, 0x03]> : tensor<2xf8E5M2>
  %5 = stablehlo.constant dense<[(1.0e-40, 0.0), (-1.0e-45, 0.0)]> : tensor<2xcomplex<f32>>
  %6 = stablehlo.bitcast_convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  %7 = stablehlo.bitcast_convert %1 : (tensor<3xf64>) -> tensor<3xi64>
  %8 = stablehlo.bitcast_convert %2 : (tensor<3xf16>) -> tensor<3xi16>
  %9 = stablehlo.bitcast_convert %3 : (tensor<3xbf16>) -> tensor<3xi16>
  %10 = stablehlo.bitcast_convert %4 : (tensor<2xf8E5M2>) -> tensor<2xi8>
  %11 = stablehlo.real %5 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %12 = stablehlo.bitcast_convert %11 : (tensor<2xf32>) -> tensor<2xi32>
  return %6, %7, %8, %9, %10, %12 : tensor<4xi32>, tensor<3xi64>, tensor<3xi16>, tensor<3xi16>, tensor<2xi8>, tensor<2xi32>
}

// => func.func @main() -> (tensor<4xi32>, tensor<3xi64>, tensor<3xi16>, tensor<3xi16>, tensor<2xi8>, tensor<2xi32>) {
// =>   %c = stablehlo.constant dense<[71362, -2147483647, 1, -2139095041]> : tensor<4xi32>
// =>   %c_0 = stablehlo.constant dense<[1, -9218868586718688147, 4503599627370495]> : tensor<3xi64>
// =>   %c_1 = stablehlo.constant dense<[1, -31761, 1023]> : tensor<3xi16>
// =>   %c_2 = stablehlo.constant dense<[1, -32767, 127]> : tensor<3xi16>
// =>   %c_3 = stablehlo.constant dense<[1, 3]> : tensor<2xi8>
// =>   %c_4 = stablehlo.constant dense<[71362, -2147483647]> : tensor<2xi32>
// =>   return %c, %c_0, %c_1, %c_2, %c_3, %c_4 : tensor<4xi32>, tensor<3xi64>, tensor<3xi16>, tensor<3xi16>, tensor<2xi8>, tensor<2xi32>
// => }

// -----

// Literals are rounded to nearest, once.
func.func @main() -> (tensor<4xi32>, tensor<4xi64>, tensor<2xi16>, tensor<2xi16>, tensor<2xi8>) {
  %0 = stablehlo.constant dense<[0.1, -0.1, 0.3, 16777217.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[0.1, -0.1, 1.0e23, 8.41e21]> : tensor<4xf64>
  %2 = stablehlo.constant dense<[0.1, -0.1]> : tensor<2xf16>
  %3 = stablehlo.constant dense<[0.1, -0.1]> : tensor<2xbf16>
  %4 = stablehlo.constant dense<[0.1, -0.1]> : tensor<2xf8E4M3FN>
  %5 = stablehlo.bitcast_convert %0 : (tensor<4xf32>) -> tensor<4xi32>
  %6 = stablehlo.bitcast_convert %1 : (tensor<4xf64>) -> tensor<4xi64>
  %7 = stablehlo.bitcast_convert %2 : (tensor<2xf16>) -> tensor<2xi16>
  %8 = stablehlo.bitcast_convert %3 : (tensor<2xbf16>) -> tensor<2xi16>
  %9 = stablehlo.bitcast_convert %4 : (tensor<2xf8E4M3FN>) -> tensor<2xi8>
  return %5, %6, %7, %8, %9 : tensor<4xi32>, tensor<4xi64>, tensor<2xi16>, tensor<2xi16>, tensor<2xi8>
}

// => func.func @main() -> (tensor<4xi32>, tensor<4xi64>, tensor<2xi16>, tensor<2xi16>, tensor<2xi8>) {
// =>   %c = stablehlo.constant dense<[1036831949, -1110651699, 1050253722, 1266679808]> : tensor<4xi32>
// =>   %c_0 = stablehlo.constant dense<[4591870180066957722, -4631501856787818086, 4950912855330343670, 4934958393344299186]> : tensor<4xi64>
// =>   %c_1 = stablehlo.constant dense<[11878, -20890]> : tensor<2xi16>
// =>   %c_2 = stablehlo.constant dense<[15821, -16947]> : tensor<2xi16>
// =>   %c_3 = stablehlo.constant dense<[29, -99]> : tensor<2xi8>
// =>   return %c, %c_0, %c_1, %c_2, %c_3 : tensor<4xi32>, tensor<4xi64>, tensor<2xi16>, tensor<2xi16>, tensor<2xi8>
// => }

// -----

// Movement keeps all bits.
func.func @main() -> (tensor<3xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xf32>, tensor<2x2xf64>, tensor<6xf32>, tensor<2xf16>, tensor<4xbf16>) {
  %0 = stablehlo.constant dense<[1.0e-40, -1.0e-45, 1.0]> : tensor<3xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<3xf32>
  %2 = stablehlo.slice %0 [0:2] : (tensor<3xf32>) -> tensor<2xf32>
  %3 = stablehlo.bitcast_convert %0 : (tensor<3xf32>) -> tensor<3xi32>
  %4 = stablehlo.bitcast_convert %3 : (tensor<3xi32>) -> tensor<3xf32>
  %5 = stablehlo.constant dense<[[5.0e-324, 1.0], [2.0, -5.0e-324]]> : tensor<2x2xf64>
  %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<2x2xf64>) -> tensor<2x2xf64>
  %7 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  %8 = stablehlo.constant dense<[0x0001, 0x83FF]> : tensor<2xf16>
  %9 = stablehlo.reverse %8, dims = [0] : tensor<2xf16>
  %10 = stablehlo.constant dense<[0x0001, 0x807F]> : tensor<2xbf16>
  %11 = stablehlo.constant dense<0x0002> : tensor<bf16>
  %12 = stablehlo.pad %10, %11, low = [1], high = [1], interior = [0] : (tensor<2xbf16>, tensor<bf16>) -> tensor<4xbf16>
  return %1, %2, %3, %4, %6, %7, %9, %12 : tensor<3xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xf32>, tensor<2x2xf64>, tensor<6xf32>, tensor<2xf16>, tensor<4xbf16>
}

// => func.func @main() -> (tensor<3xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xf32>, tensor<2x2xf64>, tensor<6xf32>, tensor<2xf16>, tensor<4xbf16>) {
// =>   %cst = stablehlo.constant dense<[1.000000e+00, -1.401300e-45, 9.999940e-41]> : tensor<3xf32>
// =>   %cst_0 = stablehlo.constant dense<[9.999940e-41, -1.401300e-45]> : tensor<2xf32>
// =>   %c = stablehlo.constant dense<[71362, -2147483647, 1065353216]> : tensor<3xi32>
// =>   %cst_1 = stablehlo.constant dense<[9.999940e-41, -1.401300e-45, 1.000000e+00]> : tensor<3xf32>
// =>   %cst_2 = stablehlo.constant dense<[[4.940660e-324, 2.000000e+00], [1.000000e+00, -4.940660e-324]]> : tensor<2x2xf64>
// =>   %cst_3 = stablehlo.constant dense<[9.999940e-41, -1.401300e-45, 1.000000e+00, 1.000000e+00, -1.401300e-45, 9.999940e-41]> : tensor<6xf32>
// =>   %cst_4 = stablehlo.constant dense<[-6.097560e-05, 5.960460e-08]> : tensor<2xf16>
// =>   %cst_5 = stablehlo.constant dense<[1.836710e-40, 9.183550e-41, -1.166310e-38, 1.836710e-40]> : tensor<4xbf16>
// =>   return %cst, %cst_0, %c, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5 : tensor<3xf32>, tensor<2xf32>, tensor<3xi32>, tensor<3xf32>, tensor<2x2xf64>, tensor<6xf32>, tensor<2xf16>, tensor<4xbf16>
// => }

// -----

// A subnormal number is no zero: neither is a tensor of both one number, nor is one kept for the other.
func.func @main() -> (tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<2xi1>) {
  %0 = stablehlo.constant dense<[0.0, 1.0e-45]> : tensor<2xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f64>
  %2 = stablehlo.constant dense<5.0e-324> : tensor<f64>
  %3 = stablehlo.constant dense<0.0> : tensor<2xf32>
  %4 = stablehlo.compare EQ, %0, %3 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %5 = stablehlo.reverse %0, dims = [0] : tensor<2xf32>
  return %5, %1, %2, %4 : tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<2xi1>
}

// => func.func @main() -> (tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<2xi1>) {
// =>   %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
// =>   %cst_0 = stablehlo.constant dense<4.940660e-324> : tensor<f64>
// =>   %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
// =>   %cst_1 = stablehlo.constant dense<[1.401300e-45, 0.000000e+00]> : tensor<2xf32>
// =>   return %cst_1, %cst, %cst_0, %c : tensor<2xf32>, tensor<f64>, tensor<f64>, tensor<2xi1>
// => }

// -----

// Addition of a subnormal number is no addition of zero.
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<-1.0e-45> : tensor<2xf32>
  %1 = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %2 = stablehlo.add %x, %0 : tensor<2xf32>
  %3 = stablehlo.add %x, %1 : tensor<2xf32>
  return %2, %3 : tensor<2xf32>, tensor<2xf32>
}

// => func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
// =>   %cst = stablehlo.constant dense<-1.401300e-45> : tensor<2xf32>
// =>   %0 = stablehlo.add %x, %cst : tensor<2xf32>
// =>   return %0, %x : tensor<2xf32>, tensor<2xf32>
// => }

// -----

// Quotients and sums are rounded to nearest, and underflow gradually.
func.func @main() -> (tensor<2xf32>, tensor<2xf64>, tensor<f64>, tensor<2xf32>, tensor<f64>, tensor<f16>, tensor<bf16>, tensor<f64>) {
  %0 = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<3.0> : tensor<2xf32>
  %2 = stablehlo.divide %0, %1 : tensor<2xf32>
  %3 = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf64>
  %4 = stablehlo.constant dense<3.0> : tensor<2xf64>
  %5 = stablehlo.divide %3, %4 : tensor<2xf64>
  %6 = stablehlo.constant dense<0.1> : tensor<f64>
  %7 = stablehlo.constant dense<0.2> : tensor<f64>
  %8 = stablehlo.add %6, %7 : tensor<f64>
  %9 = stablehlo.constant dense<[1.2e-38, -1.2e-38]> : tensor<2xf32>
  %10 = stablehlo.constant dense<0.1> : tensor<2xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<2xf32>
  %12 = stablehlo.subtract %6, %6 : tensor<f64>
  %13 = stablehlo.constant dense<0.1> : tensor<f16>
  %14 = stablehlo.multiply %13, %13 : tensor<f16>
  %15 = stablehlo.constant dense<0.1> : tensor<bf16>
  %16 = stablehlo.multiply %15, %15 : tensor<bf16>
  %17 = stablehlo.sqrt %7 : tensor<f64>
  return %2, %5, %8, %11, %12, %14, %16, %17 : tensor<2xf32>, tensor<2xf64>, tensor<f64>, tensor<2xf32>, tensor<f64>, tensor<f16>, tensor<bf16>, tensor<f64>
}

// => func.func @main() -> (tensor<2xf32>, tensor<2xf64>, tensor<f64>, tensor<2xf32>, tensor<f64>, tensor<f16>, tensor<bf16>, tensor<f64>) {
// =>   %cst = stablehlo.constant dense<[0.333333343, -0.333333343]> : tensor<2xf32>
// =>   %cst_0 = stablehlo.constant dense<[0.33333333333333331, -0.33333333333333331]> : tensor<2xf64>
// =>   %cst_1 = stablehlo.constant dense<0.30000000000000004> : tensor<f64>
// =>   %cst_2 = stablehlo.constant dense<[1.200000e-39, -1.200000e-39]> : tensor<2xf32>
// =>   %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
// =>   %cst_4 = stablehlo.constant dense<9.994500e-03> : tensor<f16>
// =>   %cst_5 = stablehlo.constant dense<1.000980e-02> : tensor<bf16>
// =>   %cst_6 = stablehlo.constant dense<0.44721359549995793> : tensor<f64>
// =>   return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5, %cst_6 : tensor<2xf32>, tensor<2xf64>, tensor<f64>, tensor<2xf32>, tensor<f64>, tensor<f16>, tensor<bf16>, tensor<f64>
// => }

// -----

// Functions are correctly rounded.
func.func @main() -> (tensor<3xf64>, tensor<3xf32>, tensor<2xf64>, tensor<f64>, tensor<complex<f64>>, tensor<f16>) {
  %0 = stablehlo.constant dense<[1.0, -1.0, -740.0]> : tensor<3xf64>
  %1 = stablehlo.exponential %0 : tensor<3xf64>
  %2 = stablehlo.constant dense<[1.0, -1.0, -100.0]> : tensor<3xf32>
  %3 = stablehlo.exponential %2 : tensor<3xf32>
  %4 = stablehlo.constant dense<[1.0, 1.0e22]> : tensor<2xf64>
  %5 = stablehlo.sine %4 : tensor<2xf64>
  %6 = stablehlo.constant dense<10.0> : tensor<f64>
  %7 = stablehlo.log %6 : tensor<f64>
  %8 = stablehlo.constant dense<(0.1, -0.2)> : tensor<complex<f64>>
  %9 = stablehlo.multiply %8, %8 : tensor<complex<f64>>
  %10 = stablehlo.constant dense<0.1> : tensor<f16>
  %11 = stablehlo.tanh %10 : tensor<f16>
  return %1, %3, %5, %7, %9, %11 : tensor<3xf64>, tensor<3xf32>, tensor<2xf64>, tensor<f64>, tensor<complex<f64>>, tensor<f16>
}

// => func.func @main() -> (tensor<3xf64>, tensor<3xf32>, tensor<2xf64>, tensor<f64>, tensor<complex<f64>>, tensor<f16>) {
// =>   %cst = stablehlo.constant dense<[2.7182818284590451, 0.36787944117144233, 4.199560e-322]> : tensor<3xf64>
// =>   %cst_0 = stablehlo.constant dense<[2.71828175, 0.36787945, 3.783510e-44]> : tensor<3xf32>
// =>   %cst_1 = stablehlo.constant dense<[0.8414709848078965, -0.85220084976718879]> : tensor<2xf64>
// =>   %cst_2 = stablehlo.constant dense<2.3025850929940459> : tensor<f64>
// =>   %cst_3 = stablehlo.constant dense<(-0.030000000000000006,-0.040000000000000008)> : tensor<complex<f64>>
// =>   %cst_4 = stablehlo.constant dense<9.967040e-02> : tensor<f16>
// =>   return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4 : tensor<3xf64>, tensor<3xf32>, tensor<2xf64>, tensor<f64>, tensor<complex<f64>>, tensor<f16>
// => }

// -----

// Conversions round once, to nearest, and keep subnormal numbers.
func.func @main() -> (tensor<4xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<3xf8E4M3FN>, tensor<3xf32>, tensor<f32>) {
  %0 = stablehlo.constant dense<[0.1, -0.1, 1.0e-40, 1.0e-45]> : tensor<4xf64>
  %1 = stablehlo.convert %0 : (tensor<4xf64>) -> tensor<4xf32>
  %2 = stablehlo.constant dense<[1.0e-40, -1.0e-45, 0.1]> : tensor<3xf32>
  %3 = stablehlo.convert %2 : (tensor<3xf32>) -> tensor<3xf64>
  %4 = stablehlo.constant dense<[0.1, -0.1, 1.0e-7]> : tensor<3xf32>
  %5 = stablehlo.convert %4 : (tensor<3xf32>) -> tensor<3xf16>
  %6 = stablehlo.convert %2 : (tensor<3xf32>) -> tensor<3xbf16>
  %7 = stablehlo.constant dense<[0.1, -0.1, 0.003]> : tensor<3xf32>
  %8 = stablehlo.convert %7 : (tensor<3xf32>) -> tensor<3xf8E4M3FN>
  %9 = stablehlo.convert %6 : (tensor<3xbf16>) -> tensor<3xf32>
  %10 = stablehlo.constant dense<16777217> : tensor<i32>
  %11 = stablehlo.convert %10 : (tensor<i32>) -> tensor<f32>
  return %1, %3, %5, %6, %8, %9, %11 : tensor<4xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<3xf8E4M3FN>, tensor<3xf32>, tensor<f32>
}

// => func.func @main() -> (tensor<4xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<3xf8E4M3FN>, tensor<3xf32>, tensor<f32>) {
// =>   %cst = stablehlo.constant dense<[1.000000e-01, -1.000000e-01, 9.999940e-41, 1.401300e-45]> : tensor<4xf32>
// =>   %cst_0 = stablehlo.constant dense<[9.9999461011147596E-41, -1.4012984643248171E-45, 0.10000000149011612]> : tensor<3xf64>
// =>   %cst_1 = stablehlo.constant dense<[9.997550e-02, -9.997550e-02, 1.192090e-07]> : tensor<3xf16>
// =>   %cst_2 = stablehlo.constant dense<[9.183550e-41, -0.000000e+00, 1.000980e-01]> : tensor<3xbf16>
// =>   %cst_3 = stablehlo.constant dense<[1.015630e-01, -1.015630e-01, 3.906250e-03]> : tensor<3xf8E4M3FN>
// =>   %cst_4 = stablehlo.constant dense<[9.183550e-41, -0.000000e+00, 0.100097656]> : tensor<3xf32>
// =>   %cst_5 = stablehlo.constant dense<0x4B800000> : tensor<f32>
// =>   return %cst, %cst_0, %cst_1, %cst_2, %cst_3, %cst_4, %cst_5 : tensor<4xf32>, tensor<3xf64>, tensor<3xf16>, tensor<3xbf16>, tensor<3xf8E4M3FN>, tensor<3xf32>, tensor<f32>
// => }

// -----

// Sums, also of many elements, and products of matrices.
func.func @main() -> (tensor<f32>, tensor<f64>, tensor<2x2xf32>, tensor<f32>) {
  %0 = stablehlo.iota dim = 0 : tensor<20xf64>
  %1 = stablehlo.constant dense<0.1> : tensor<20xf64>
  %2 = stablehlo.multiply %0, %1 : tensor<20xf64>
  %3 = stablehlo.constant dense<0.0> : tensor<f64>
  %4 = stablehlo.reduce(%2 init: %3) applies stablehlo.add across dimensions = [0] : (tensor<20xf64>, tensor<f64>) -> tensor<f64>
  %5 = stablehlo.constant dense<[0.1, 0.2, 0.3, 1.0e-40]> : tensor<4xf32>
  %6 = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%5 init: %6) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %8 = stablehlo.constant dense<[[0.1, 0.2], [0.3, -0.4]]> : tensor<2x2xf32>
  %9 = stablehlo.dot_general %8, %8, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %10 = stablehlo.iota dim = 0 : tensor<200xf32>
  %11 = stablehlo.constant dense<0.1> : tensor<200xf32>
  %12 = stablehlo.multiply %10, %11 : tensor<200xf32>
  %13 = stablehlo.dot_general %12, %12, contracting_dims = [0] x [0] : (tensor<200xf32>, tensor<200xf32>) -> tensor<f32>
  return %7, %4, %9, %13 : tensor<f32>, tensor<f64>, tensor<2x2xf32>, tensor<f32>
}

// => func.func @main() -> (tensor<f32>, tensor<f64>, tensor<2x2xf32>, tensor<f32>) {
// =>   %cst = stablehlo.constant dense<1.900000e+01> : tensor<f64>
// =>   %cst_0 = stablehlo.constant dense<6.000000e-01> : tensor<f32>
// =>   %cst_1 = stablehlo.constant dense<[[7.000000e-02, -0.0600000024], [-9.000000e-02, 0.220000014]]> : tensor<2x2xf32>
// =>   %cst_2 = stablehlo.constant dense<2.646700e+04> : tensor<f32>
// =>   return %cst_0, %cst, %cst_1, %cst_2 : tensor<f32>, tensor<f64>, tensor<2x2xf32>, tensor<f32>
// => }

// -----

// Passes that write numbers, and one that folds one op after the other.
func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<2xf32>) {
  %0 = chlo.asinh %x : tensor<f32> -> tensor<f32>
  %1 = stablehlo.constant dense<[1.0e-40, 0.3]> : tensor<2xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<2xf32>
  return %0, %2 : tensor<f32>, tensor<2xf32>
}

// pass: chlo-legalize-to-stablehlo
// => func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<2xf32>) {
// =>   %0 = stablehlo.abs %x : tensor<f32>
// =>   %1 = stablehlo.multiply %0, %0 : tensor<f32>
// =>   %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// =>   %2 = stablehlo.add %cst, %1 : tensor<f32>
// =>   %3 = stablehlo.sqrt %2 : tensor<f32>
// =>   %4 = stablehlo.add %cst, %3 : tensor<f32>
// =>   %5 = stablehlo.divide %1, %4 : tensor<f32>
// =>   %6 = stablehlo.add %0, %5 : tensor<f32>
// =>   %7 = stablehlo.log_plus_one %6 : tensor<f32>
// =>   %8 = stablehlo.sign %x : tensor<f32>
// =>   %cst_0 = stablehlo.constant dense<4.61168602E+18> : tensor<f32>
// =>   %9 = stablehlo.compare GE, %0, %cst_0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// =>   %10 = stablehlo.log %0 : tensor<f32>
// =>   %cst_1 = stablehlo.constant dense<0.693147182> : tensor<f32>
// =>   %11 = stablehlo.add %10, %cst_1 : tensor<f32>
// =>   %12 = stablehlo.select %9, %11, %7 : tensor<i1>, tensor<f32>
// =>   %13 = stablehlo.multiply %8, %12 : tensor<f32>
// =>   %cst_2 = stablehlo.constant dense<[9.999940e-41, 3.000000e-01]> : tensor<2xf32>
// =>   %14 = stablehlo.reverse %cst_2, dims = [0] : tensor<2xf32>
// =>   return %13, %14 : tensor<f32>, tensor<2xf32>
// => }

// pass: canonicalize
// => func.func @main(%x: tensor<f32>) -> (tensor<f32>, tensor<2xf32>) {
// =>   %0 = chlo.asinh %x : tensor<f32> -> tensor<f32>
// =>   %cst = stablehlo.constant dense<[3.000000e-01, 9.999940e-41]> : tensor<2xf32>
// =>   return %0, %cst : tensor<f32>, tensor<2xf32>
// => }
