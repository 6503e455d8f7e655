// before
func.func @main(%x: tensor<i32>, %n: tensor<i8>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %m = stablehlo.maximum %n, %z : tensor<i8>
  %c = stablehlo.convert %m : (tensor<i8>) -> tensor<i32>
  %r = stablehlo.multiply %x, %c : tensor<i32>
  return %r : tensor<i32>
}
// ----- right: x is added n times, or never where n is negative.
func.func @main(%x: tensor<i32>, %n: tensor<i8>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %s = stablehlo.constant dense<0> : tensor<i32>
  %i, %r = stablehlo.while(%k = %z, %v = %s) : tensor<i8>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i8>
    %l = stablehlo.add %k, %o : tensor<i8>
    %w = stablehlo.add %v, %x : tensor<i32>
    stablehlo.return %l, %w : tensor<i8>, tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: Once more.
func.func @main(%x: tensor<i32>, %n: tensor<i8>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %s = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i8>
  %i, %r = stablehlo.while(%k = %o, %v = %x) : tensor<i8>, tensor<i32>
  cond {
    %p = stablehlo.compare LE, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %l = stablehlo.add %k, %o : tensor<i8>
    %w = stablehlo.add %v, %x : tensor<i32>
    stablehlo.return %l, %w : tensor<i8>, tensor<i32>
  }
  return %r : tensor<i32>
}
// ----- wrong: For a negative n the count wraps around until it meets it.
func.func @main(%x: tensor<i32>, %n: tensor<i8>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i8>
  %s = stablehlo.constant dense<0> : tensor<i32>
  %i, %r = stablehlo.while(%k = %z, %v = %s) : tensor<i8>, tensor<i32>
  cond {
    %p = stablehlo.compare NE, %k, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %o = stablehlo.constant dense<1> : tensor<i8>
    %l = stablehlo.add %k, %o : tensor<i8>
    %w = stablehlo.add %v, %x : tensor<i32>
    stablehlo.return %l, %w : tensor<i8>, tensor<i32>
  }
  return %r : tensor<i32>
}
