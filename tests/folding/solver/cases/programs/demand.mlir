// Programs of test_demand.py: Values on demand: nothing large is evaluated before the plan or a decision asks for it,
// and then once.

// -----
// what reads a number that rules find again and again is evaluated once
%one = stablehlo.constant dense<1> : tensor<i32>
%w:2 = stablehlo.while(%i = %one, %j = %one) : tensor<i32>, tensor<i32> cond {
  %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %t : tensor<i1>
} do {
  %least = stablehlo.maximum %n, %one : tensor<i32>
  %holds = stablehlo.compare GE, %least, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %step = stablehlo.convert %holds : (tensor<i1>) -> tensor<i32>
  %i1 = stablehlo.multiply %i, %n : tensor<i32>
  %j1 = stablehlo.subtract %step, %i : tensor<i32>
  stablehlo.return %i1, %j1 : tensor<i32>, tensor<i32>
}


// -----
// a loop that stays is looked into
%n = stablehlo.constant dense<3> : tensor<i32>
%zero = stablehlo.constant dense<0> : tensor<i32>
%i0 = stablehlo.iota dim = 0 : tensor<100000xf32>
%l:2 = stablehlo.while(%i = %zero, %v = %i0) : tensor<i32>, tensor<100000xf32>
cond {
  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %p : tensor<i1>
} do {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %next = stablehlo.add %i, %one : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %h = stablehlo.cosine %half : tensor<f32>
  %b = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f32>) -> tensor<100000xf32>
  %w = stablehlo.multiply %v, %b : tensor<100000xf32>
  stablehlo.return %next, %w : tensor<i32>, tensor<100000xf32>
}
%r = stablehlo.add %l#1, %x : tensor<100000xf32>

// -----
// dequantized
%f = stablehlo.convert %w : (tensor<8192xi8>) -> tensor<8192xf32>
%s = stablehlo.constant dense<0.5> : tensor<8192xf32>
%d = stablehlo.multiply %f, %s : tensor<8192xf32>
%r = stablehlo.add %d, %x : tensor<8192xf32>
