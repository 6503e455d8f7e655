// before
func.func @main(%x: tensor<5xi8>) -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.constant dense<-128> : tensor<i8>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m, %r = "stablehlo.reduce"(%x, %i, %l, %z) ({
  ^bb0(%a: tensor<i8>, %k: tensor<i32>, %b: tensor<i8>, %n: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %w = stablehlo.select %p, %k, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<i8>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi8>, tensor<5xi32>, tensor<i8>, tensor<i32>) -> (tensor<i8>, tensor<i32>)
  return %r : tensor<i32>
}
// ----- right: The left one unless the right one is larger.
func.func @main(%x: tensor<5xi8>) -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.constant dense<-128> : tensor<i8>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m, %r = "stablehlo.reduce"(%x, %i, %l, %z) ({
  ^bb0(%a: tensor<i8>, %k: tensor<i32>, %b: tensor<i8>, %n: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %v = stablehlo.select %p, %b, %a : tensor<i1>, tensor<i8>
    %w = stablehlo.select %p, %n, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<i8>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi8>, tensor<5xi32>, tensor<i8>, tensor<i32>) -> (tensor<i8>, tensor<i32>)
  return %r : tensor<i32>
}
// ----- wrong: Of equal ones the last.
func.func @main(%x: tensor<5xi8>) -> tensor<i32> {
  %i = stablehlo.iota dim = 0 : tensor<5xi32>
  %l = stablehlo.constant dense<-128> : tensor<i8>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %m, %r = "stablehlo.reduce"(%x, %i, %l, %z) ({
  ^bb0(%a: tensor<i8>, %k: tensor<i32>, %b: tensor<i8>, %n: tensor<i32>):
    %p = stablehlo.compare GT, %a, %b : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i8>
    %w = stablehlo.select %p, %k, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<i8>, tensor<i32>
  }) {dimensions = array<i64: 0>} : (tensor<5xi8>, tensor<5xi32>, tensor<i8>, tensor<i32>) -> (tensor<i8>, tensor<i32>)
  return %r : tensor<i32>
}
