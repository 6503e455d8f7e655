// before
func.func @main(%n: tensor<1xi32>) -> tensor<i32> {
  %least = stablehlo.constant dense<0> : tensor<1xi32>
  %most = stablehlo.constant dense<1000> : tensor<1xi32>
  %k = stablehlo.clamp %least, %n, %most : tensor<1xi32>
  %i = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xi8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %m = stablehlo.reduce(%i init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<?xi8>, tensor<i8>) -> tensor<i8>
  %r = stablehlo.convert %m : (tensor<i8>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: Behind 127 the counting wraps around.
func.func @main(%n: tensor<1xi32>) -> tensor<i32> {
  %least = stablehlo.constant dense<0> : tensor<1xi32>
  %most = stablehlo.constant dense<1000> : tensor<1xi32>
  %k = stablehlo.clamp %least, %n, %most : tensor<1xi32>
  %o = stablehlo.constant dense<1> : tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %a = stablehlo.subtract %k, %o : tensor<1xi32>
  %b = stablehlo.reshape %a : (tensor<1xi32>) -> tensor<i32>
  %r = stablehlo.maximum %b, %z : tensor<i32>
  return %r : tensor<i32>
}
