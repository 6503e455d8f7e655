// Facts around branches and loops: what a condition implies, what a loop keeps true, what arguments state.

// -----

// Facts that rest on a refuted hope are forgotten: while %a is hoped to stay 0, %d is 0 and what bounds %i is asked
// for: %r is at most 0 then, which is wrong.
func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %step = stablehlo.constant dense<-3> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %k, %r, %m = stablehlo.while(%i = %x, %a = %zero, %last = %zero) : tensor<i32>, tensor<i32>, tensor<i32>
  cond {
    %e_row = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %e = stablehlo.einsum %e_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
    %p = stablehlo.compare LT, %e, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %d_row = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
    %d = stablehlo.einsum %d_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
    %f_row = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
    %f = stablehlo.einsum %f_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
    %max = stablehlo.maximum %i, %d : tensor<i32>
    %j = stablehlo.add %f, %one : tensor<i32>
    %next = stablehlo.add %d, %one : tensor<i32>
    %b = stablehlo.multiply %next, %step : tensor<i32>
    stablehlo.return %j, %b, %max : tensor<i32>, tensor<i32>, tensor<i32>
  }
  %s = stablehlo.compare LT, %r, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %s : tensor<i1>
}

// fold:
// => func.func @main(%x: tensor<i32>, %n: tensor<i32>) -> tensor<i1> {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %step = stablehlo.constant dense<-3> : tensor<i32>
// =>   %ones = stablehlo.constant dense<1> : tensor<1xi32>
// =>   %k, %r, %m = stablehlo.while(%i = %x, %a = %zero, %last = %zero) : tensor<i32>, tensor<i32>, tensor<i32>
// =>   cond {
// =>     %e_row = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
// =>     %e = stablehlo.einsum %e_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
// =>     %p = stablehlo.compare LT, %e, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %p : tensor<i1>
// =>   } do {
// =>     %d_row = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
// =>     %d = stablehlo.einsum %d_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
// =>     %f_row = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
// =>     %f = stablehlo.einsum %f_row, %ones, config = "i,i->" : (tensor<1xi32>, tensor<1xi32>) -> tensor<i32>
// =>     %j = stablehlo.add %f, %one : tensor<i32>
// =>     %next = stablehlo.add %d, %one : tensor<i32>
// =>     %b = stablehlo.multiply %next, %step : tensor<i32>
// =>     stablehlo.return %j, %b, %last : tensor<i32>, tensor<i32>, tensor<i32>
// =>   }
// =>   %s = stablehlo.compare LT, %r, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %s : tensor<i1>
// => }

// run: 0, 0
// => true

// run: 0, 1
// => true

// run: 0, 2
// => false

// run: 0, 3
// => true
