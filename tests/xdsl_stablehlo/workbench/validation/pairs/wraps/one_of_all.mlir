// before
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %r = stablehlo.add %x, %z : tensor<i64>
  return %r : tensor<i64>
}
// ----- wrong: For 8 the sum is another, and for no other argument but -8.
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %c = stablehlo.constant dense<64> : tensor<i64>
  %m = stablehlo.multiply %x, %x : tensor<i64>
  %p = stablehlo.compare EQ, %m, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i64>
  %r = stablehlo.add %x, %d : tensor<i64>
  return %r : tensor<i64>
}
// ----- wrong: For one argument of 2^64 the product is 1000000007.
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %f = stablehlo.constant dense<-7046029254386353131> : tensor<i64>
  %c = stablehlo.constant dense<1000000007> : tensor<i64>
  %m = stablehlo.multiply %x, %f : tensor<i64>
  %p = stablehlo.compare EQ, %m, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i64>
  %r = stablehlo.add %x, %d : tensor<i64>
  return %r : tensor<i64>
}
// ----- wrong, out of reach: For one argument of 2^64 the mixed bits are 1000000007.
func.func @main(%x: tensor<i64>) -> tensor<i64> {
  %f = stablehlo.constant dense<-7046029254386353131> : tensor<i64>
  %g = stablehlo.constant dense<-4658895280553007687> : tensor<i64>
  %s = stablehlo.constant dense<31> : tensor<i64>
  %c = stablehlo.constant dense<1000000007> : tensor<i64>
  %a = stablehlo.shift_right_logical %x, %s : tensor<i64>
  %b = stablehlo.xor %x, %a : tensor<i64>
  %m = stablehlo.multiply %b, %f : tensor<i64>
  %e = stablehlo.shift_right_logical %m, %s : tensor<i64>
  %h = stablehlo.xor %m, %e : tensor<i64>
  %k = stablehlo.multiply %h, %g : tensor<i64>
  %p = stablehlo.compare EQ, %k, %c : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %d = stablehlo.convert %p : (tensor<i1>) -> tensor<i64>
  %r = stablehlo.add %x, %d : tensor<i64>
  return %r : tensor<i64>
}
