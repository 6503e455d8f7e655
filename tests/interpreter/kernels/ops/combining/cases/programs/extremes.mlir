// Reductions of values with the numbers of their elements.
// -----
// greatest, NaN first
func.func @main(%x: tensor<2x40xf32>, %v: tensor<f32>, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf32>, tensor<2x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %beyond = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %beyond, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %left, %first : tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %of = stablehlo.select %take, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}
// -----
// least, NaN first
func.func @main(%x: tensor<2x40xf64>, %v: tensor<f64>, %n: tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf64>, tensor<2x40xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
   reducer(%a: tensor<f64>, %b: tensor<f64>) (%j: tensor<i32>, %k: tensor<i32>) {
    %beyond = stablehlo.compare LT, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %left = stablehlo.or %beyond, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %left, %first : tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f64>
    %of = stablehlo.select %take, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f64>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf64>, tensor<2xi32>
}
// -----
// greatest
func.func @main(%x: tensor<2x40xf16>, %v: tensor<f16>, %n: tensor<i32>) -> (tensor<2xf16>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf16>, tensor<2x40xi32>, tensor<f16>, tensor<i32>) -> (tensor<2xf16>, tensor<2xi32>)
   reducer(%a: tensor<f16>, %b: tensor<f16>) (%j: tensor<i32>, %k: tensor<i32>) {
    %left = stablehlo.compare GE, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f16>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %least = stablehlo.minimum %j, %k : tensor<i32>
    %side = stablehlo.select %left, %j, %k : tensor<i1>, tensor<i32>
    %of = stablehlo.select %same, %least, %side : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f16>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf16>, tensor<2xi32>
}
// -----
// least integer
func.func @main(%x: tensor<2x40xui8>, %v: tensor<ui8>, %n: tensor<i32>) -> (tensor<2xui8>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xui8>, tensor<2x40xi32>, tensor<ui8>, tensor<i32>) -> (tensor<2xui8>, tensor<2xi32>)
   reducer(%a: tensor<ui8>, %b: tensor<ui8>) (%j: tensor<i32>, %k: tensor<i32>) {
    %left = stablehlo.compare LE, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<ui8>
    %same = stablehlo.compare EQ, %a, %b : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %least = stablehlo.minimum %j, %k : tensor<i32>
    %side = stablehlo.select %left, %j, %k : tensor<i1>, tensor<i32>
    %of = stablehlo.select %same, %least, %side : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<ui8>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xui8>, tensor<2xi32>
}
// -----
// last of the greatest
func.func @main(%x: tensor<2x40xf32>, %v: tensor<f32>, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf32>, tensor<2x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %left = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %least = stablehlo.maximum %j, %k : tensor<i32>
    %side = stablehlo.select %left, %j, %k : tensor<i1>, tensor<i32>
    %of = stablehlo.select %same, %least, %side : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}
// -----
// total order
func.func @main(%x: tensor<2x40xf32>, %v: tensor<f32>, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf32>, tensor<2x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %beyond = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %beyond, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %left, %first : tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %of = stablehlo.select %take, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}
// -----
// sums
func.func @main(%x: tensor<2x40xf32>, %v: tensor<f32>, %n: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<2x40xi32>
  %r:2 = stablehlo.reduce(%x init: %v), (%i init: %n) across dimensions = [1] : (tensor<2x40xf32>, tensor<2x40xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %sum = stablehlo.add %a, %a : tensor<f32>
    %left = stablehlo.compare GE, %sum, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %best = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %of = stablehlo.select %left, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %best, %of : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
}
