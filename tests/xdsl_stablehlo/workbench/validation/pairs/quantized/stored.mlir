// before
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32> {
  %r = stablehlo.uniform_dequantize %x : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// ----- right: (stored - 3) * 0.5.
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32> {
  %i = stablehlo.bitcast_convert %x : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xi8>
  %f = stablehlo.convert %i : (tensor<4xi8>) -> tensor<4xf32>
  %z = stablehlo.constant dense<3.0> : tensor<4xf32>
  %h = stablehlo.constant dense<0.5> : tensor<4xf32>
  %d = stablehlo.subtract %f, %z : tensor<4xf32>
  %r = stablehlo.multiply %d, %h : tensor<4xf32>
  return %r : tensor<4xf32>
}
// ----- wrong: The difference wraps around in eight bits.
func.func @main(%x: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32> {
  %i = stablehlo.bitcast_convert %x : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xi8>
  %z = stablehlo.constant dense<3> : tensor<4xi8>
  %h = stablehlo.constant dense<0.5> : tensor<4xf32>
  %d = stablehlo.subtract %i, %z : tensor<4xi8>
  %f = stablehlo.convert %d : (tensor<4xi8>) -> tensor<4xf32>
  %r = stablehlo.multiply %f, %h : tensor<4xf32>
  return %r : tensor<4xf32>
}
