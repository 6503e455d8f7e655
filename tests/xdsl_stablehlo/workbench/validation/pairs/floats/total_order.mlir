// before
func.func @main(%x: tensor<bf16>, %y: tensor<bf16>) -> tensor<i1> {
  %r = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- right: The bits of negative floats count backwards.
func.func @main(%x: tensor<bf16>, %y: tensor<bf16>) -> tensor<i1> {
  %a = stablehlo.bitcast_convert %x : (tensor<bf16>) -> tensor<i16>
  %b = stablehlo.bitcast_convert %y : (tensor<bf16>) -> tensor<i16>
  %m = stablehlo.constant dense<32767> : tensor<i16>
  %z = stablehlo.constant dense<0> : tensor<i16>
  %c = stablehlo.compare LT, %a, %z : (tensor<i16>, tensor<i16>) -> tensor<i1>
  %d = stablehlo.compare LT, %b, %z : (tensor<i16>, tensor<i16>) -> tensor<i1>
  %e = stablehlo.xor %a, %m : tensor<i16>
  %f = stablehlo.xor %b, %m : tensor<i16>
  %g = stablehlo.select %c, %e, %a : tensor<i1>, tensor<i16>
  %h = stablehlo.select %d, %f, %b : tensor<i1>, tensor<i16>
  %r = stablehlo.compare LT, %g, %h : (tensor<i16>, tensor<i16>) -> tensor<i1>
  return %r : tensor<i1>
}
// ----- wrong: Two negative floats compare the other way round.
func.func @main(%x: tensor<bf16>, %y: tensor<bf16>) -> tensor<i1> {
  %a = stablehlo.bitcast_convert %x : (tensor<bf16>) -> tensor<i16>
  %b = stablehlo.bitcast_convert %y : (tensor<bf16>) -> tensor<i16>
  %r = stablehlo.compare LT, %a, %b : (tensor<i16>, tensor<i16>) -> tensor<i1>
  return %r : tensor<i1>
}
