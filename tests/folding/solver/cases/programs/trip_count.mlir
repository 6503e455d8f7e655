// Programs of test_trip_count.py: Loops that count, against running them: all numbers of small widths, Hypothesis for
// the others.

// -----
// several counters and what is handed on
%one = stablehlo.constant dense<1> : tensor<i32>
%i = stablehlo.add %one, %b0 : tensor<i32>
%j = stablehlo.subtract %b1, %b3 : tensor<ui4>
%two = stablehlo.add %b4, %more : tensor<i32>
%three = stablehlo.subtract %two, %one : tensor<i32>
%dead = stablehlo.multiply %b2, %b2 : tensor<f32>
stablehlo.return %i, %j, %b2, %b3, %three

// -----
// what stays does not count
%i = stablehlo.add %b0, %more : tensor<i32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%k = stablehlo.subtract %b1, %zero : tensor<i32>
stablehlo.return %i, %k

// -----
// as the interpreter runs it
func.func @main(%bound: tensor<i32>) -> (tensor<i32>, tensor<i8>) {
  %start = stablehlo.constant dense<1000> : tensor<i32>
  %step = stablehlo.constant dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %r:2 = stablehlo.while(%i = %start, %j = %zero) : tensor<i32>, tensor<i8> cond {
    %t = stablehlo.compare LE, %bound, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %seven = stablehlo.constant dense<7> : tensor<i8>
    %n = stablehlo.subtract %i, %step : tensor<i32>
    %m = stablehlo.add %j, %seven : tensor<i8>
    stablehlo.return %n, %m : tensor<i32>, tensor<i8>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<i8>
}
