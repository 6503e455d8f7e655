// Ops that move elements, against the reference interpreter and worked examples of the specification.

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xi1>) -> tensor<5x2x3xi1> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xi1>) -> tensor<5x2x3xi1>
  return %r0 : tensor<5x2x3xi1>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xi4>) -> tensor<5x2x3xi4> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xi4>) -> tensor<5x2x3xi4>
  return %r0 : tensor<5x2x3xi4>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xui8>) -> tensor<5x2x3xui8> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xui8>) -> tensor<5x2x3xui8>
  return %r0 : tensor<5x2x3xui8>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xi32>) -> tensor<5x2x3xi32> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xi32>) -> tensor<5x2x3xi32>
  return %r0 : tensor<5x2x3xi32>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xbf16>) -> tensor<5x2x3xbf16> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xbf16>) -> tensor<5x2x3xbf16>
  return %r0 : tensor<5x2x3xbf16>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim (f8E4M3FN).
func.func @main(%a0: tensor<3x1xf8E4M3FN>) -> tensor<5x2x3xf8E4M3FN> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xf8E4M3FN>) -> tensor<5x2x3xf8E4M3FN>
  return %r0 : tensor<5x2x3xf8E4M3FN>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim.
func.func @main(%a0: tensor<3x1xf32>) -> tensor<5x2x3xf32> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xf32>) -> tensor<5x2x3xf32>
  return %r0 : tensor<5x2x3xf32>
}

// run: sample
// cpp: the same

// -----

// Broadcast in dim (complex<f32>).
func.func @main(%a0: tensor<3x1xcomplex<f32>>) -> tensor<5x2x3xcomplex<f32>> {
  %r0 = stablehlo.broadcast_in_dim %a0, dims = [2, 0] : (tensor<3x1xcomplex<f32>>) -> tensor<5x2x3xcomplex<f32>>
  return %r0 : tensor<5x2x3xcomplex<f32>>
}

// run: sample
// cpp: the same

// -----

// Broadcast.
func.func @main(%a0: tensor<2xi1>) -> tensor<3x1x2xi1> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xi1>) -> tensor<3x1x2xi1>
  return %r0 : tensor<3x1x2xi1>
}

// run: sample
// => true

// -----

// Broadcast.
func.func @main(%a0: tensor<2xi4>) -> tensor<3x1x2xi4> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xi4>) -> tensor<3x1x2xi4>
  return %r0 : tensor<3x1x2xi4>
}

// run: sample
// => [[[3, 1]], [[3, 1]], [[3, 1]]]

// -----

// Broadcast.
func.func @main(%a0: tensor<2xui8>) -> tensor<3x1x2xui8> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xui8>) -> tensor<3x1x2xui8>
  return %r0 : tensor<3x1x2xui8>
}

// run: sample
// => [[[3, 2]], [[3, 2]], [[3, 2]]]

// -----

// Broadcast.
func.func @main(%a0: tensor<2xi32>) -> tensor<3x1x2xi32> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xi32>) -> tensor<3x1x2xi32>
  return %r0 : tensor<3x1x2xi32>
}

// run: sample
// => [[[3, 1]], [[3, 1]], [[3, 1]]]

// -----

// Broadcast.
func.func @main(%a0: tensor<2xbf16>) -> tensor<3x1x2xbf16> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xbf16>) -> tensor<3x1x2xbf16>
  return %r0 : tensor<3x1x2xbf16>
}

// run: sample
// => [[[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]]]

// -----

// Broadcast (f8E4M3FN).
func.func @main(%a0: tensor<2xf8E4M3FN>) -> tensor<3x1x2xf8E4M3FN> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xf8E4M3FN>) -> tensor<3x1x2xf8E4M3FN>
  return %r0 : tensor<3x1x2xf8E4M3FN>
}

// run: sample
// => [[[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]]]

// -----

// Broadcast.
func.func @main(%a0: tensor<2xf32>) -> tensor<3x1x2xf32> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xf32>) -> tensor<3x1x2xf32>
  return %r0 : tensor<3x1x2xf32>
}

// run: sample
// => [[[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]], [[1.500000e+00, 5.000000e-01]]]

// -----

// Broadcast (complex<f32>).
func.func @main(%a0: tensor<2xcomplex<f32>>) -> tensor<3x1x2xcomplex<f32>> {
  %r0 = stablehlo.broadcast %a0, sizes = [3, 1] : (tensor<2xcomplex<f32>>) -> tensor<3x1x2xcomplex<f32>>
  return %r0 : tensor<3x1x2xcomplex<f32>>
}

// run: sample
// => [[[(1.500000e+00,0.000000e+00), (5.000000e-01,-1.000000e+00)]], [[(1.500000e+00,0.000000e+00), (5.000000e-01,-1.000000e+00)]], [[(1.500000e+00,0.000000e+00), (5.000000e-01,-1.000000e+00)]]]

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xi1>) -> tensor<4x6xi1> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xi1>) -> tensor<4x6xi1>
  return %r0 : tensor<4x6xi1>
}

// run: sample
// cpp: the same

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xi4>) -> tensor<4x6xi4> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xi4>) -> tensor<4x6xi4>
  return %r0 : tensor<4x6xi4>
}

// run: sample
// cpp: the same

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xui8>) -> tensor<4x6xui8> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xui8>) -> tensor<4x6xui8>
  return %r0 : tensor<4x6xui8>
}

// run: sample
// cpp: the same

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xi32>) -> tensor<4x6xi32> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xi32>) -> tensor<4x6xi32>
  return %r0 : tensor<4x6xi32>
}

// run: sample
// cpp: the same

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xbf16>) -> tensor<4x6xbf16> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xbf16>) -> tensor<4x6xbf16>
  return %r0 : tensor<4x6xbf16>
}

// run: sample
// cpp: the same

// -----

// Reshape (f8E4M3FN).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>) -> tensor<4x6xf8E4M3FN> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xf8E4M3FN>) -> tensor<4x6xf8E4M3FN>
  return %r0 : tensor<4x6xf8E4M3FN>
}

// run: sample
// cpp: the same

// -----

// Reshape.
func.func @main(%a0: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %r0 : tensor<4x6xf32>
}

// run: sample
// cpp: the same

// -----

// Reshape (complex<f32>).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>) -> tensor<4x6xcomplex<f32>> {
  %r0 = stablehlo.reshape %a0 : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  return %r0 : tensor<4x6xcomplex<f32>>
}

// run: sample
// cpp: the same

// -----

// Reshape of a transposed value.
func.func @main(%a0: tensor<2x3xi32>) -> tensor<6xi32> {
  %t = stablehlo.transpose %a0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %r0 = stablehlo.reshape %t : (tensor<3x2xi32>) -> tensor<6xi32>
  return %r0 : tensor<6xi32>
}

// run: [[1, 2, 3], [4, 5, 6]]
// => [1, 4, 2, 5, 3, 6]

// -----

// Reshape keeps a splat one element in memory.
func.func @main() -> tensor<1000000xf32> {
  %c = stablehlo.constant dense<1.500000e+00> : tensor<1000x1000xf32>
  %t = stablehlo.transpose %c, dims = [1, 0] : (tensor<1000x1000xf32>) -> tensor<1000x1000xf32>
  %r0 = stablehlo.reshape %t : (tensor<1000x1000xf32>) -> tensor<1000000xf32>
  return %r0 : tensor<1000000xf32>
}

// run:
// => 1.500000e+00

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xi1>) -> tensor<4x2x3xi1> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xi1>) -> tensor<4x2x3xi1>
  return %r0 : tensor<4x2x3xi1>
}

// run: sample
// cpp: the same

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xi4>) -> tensor<4x2x3xi4> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xi4>) -> tensor<4x2x3xi4>
  return %r0 : tensor<4x2x3xi4>
}

// run: sample
// cpp: the same

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xui8>) -> tensor<4x2x3xui8> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xui8>) -> tensor<4x2x3xui8>
  return %r0 : tensor<4x2x3xui8>
}

// run: sample
// cpp: the same

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xi32>) -> tensor<4x2x3xi32> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xi32>) -> tensor<4x2x3xi32>
  return %r0 : tensor<4x2x3xi32>
}

// run: sample
// cpp: the same

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xbf16>) -> tensor<4x2x3xbf16> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xbf16>) -> tensor<4x2x3xbf16>
  return %r0 : tensor<4x2x3xbf16>
}

// run: sample
// cpp: the same

// -----

// Transpose (f8E4M3FN).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>) -> tensor<4x2x3xf8E4M3FN> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xf8E4M3FN>) -> tensor<4x2x3xf8E4M3FN>
  return %r0 : tensor<4x2x3xf8E4M3FN>
}

// run: sample
// cpp: the same

// -----

// Transpose.
func.func @main(%a0: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %r0 : tensor<4x2x3xf32>
}

// run: sample
// cpp: the same

// -----

// Transpose (complex<f32>).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xcomplex<f32>> {
  %r0 = stablehlo.transpose %a0, dims = [2, 0, 1] : (tensor<2x3x4xcomplex<f32>>) -> tensor<4x2x3xcomplex<f32>>
  return %r0 : tensor<4x2x3xcomplex<f32>>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xi1>) -> tensor<2x3x4xi1> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xi1>
  return %r0 : tensor<2x3x4xi1>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xi4>) -> tensor<2x3x4xi4> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xi4>
  return %r0 : tensor<2x3x4xi4>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xui8>) -> tensor<2x3x4xui8> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xui8>
  return %r0 : tensor<2x3x4xui8>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xi32>) -> tensor<2x3x4xi32> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xi32>
  return %r0 : tensor<2x3x4xi32>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xbf16>) -> tensor<2x3x4xbf16> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xbf16>
  return %r0 : tensor<2x3x4xbf16>
}

// run: sample
// cpp: the same

// -----

// Reverse (f8E4M3FN).
func.func @main(%a0: tensor<2x3x4xf8E4M3FN>) -> tensor<2x3x4xf8E4M3FN> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xf8E4M3FN>
  return %r0 : tensor<2x3x4xf8E4M3FN>
}

// run: sample
// cpp: the same

// -----

// Reverse.
func.func @main(%a0: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xf32>
  return %r0 : tensor<2x3x4xf32>
}

// run: sample
// cpp: the same

// -----

// Reverse (complex<f32>).
func.func @main(%a0: tensor<2x3x4xcomplex<f32>>) -> tensor<2x3x4xcomplex<f32>> {
  %r0 = stablehlo.reverse %a0, dims = [2, 0] : tensor<2x3x4xcomplex<f32>>
  return %r0 : tensor<2x3x4xcomplex<f32>>
}

// run: sample
// cpp: the same
