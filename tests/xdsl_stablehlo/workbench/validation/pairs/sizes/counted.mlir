// before
func.func @main(%x: tensor<?xi8>) -> tensor<i32> {
  %r = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- right: The sum of as many ones.
func.func @main(%x: tensor<?xi8>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.dynamic_broadcast_in_dim %o, %k, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %r = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: In i8, 128 ones are -128.
func.func @main(%x: tensor<?xi8>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %k = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %b = stablehlo.dynamic_broadcast_in_dim %o, %k, dims = [] : (tensor<i8>, tensor<1xi32>) -> tensor<?xi8>
  %s = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?xi8>, tensor<i8>) -> tensor<i8>
  %r = stablehlo.convert %s : (tensor<i8>) -> tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: There may be no elements.
func.func @main(%x: tensor<?xi8>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r = stablehlo.maximum %n, %o : tensor<i32>
  return %r : tensor<i32>
}
// ----- wrong: For 6, 13 and every seventh size it is another.
func.func @main(%x: tensor<?xi8>) -> tensor<i32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %m = stablehlo.remainder %n, %c : tensor<i32>
  %p = stablehlo.compare EQ, %m, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.select %p, %z, %n : tensor<i1>, tensor<i32>
  return %r : tensor<i32>
}
