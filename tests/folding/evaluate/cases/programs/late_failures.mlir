// Programs of test_late_failures.py: What fails when it is evaluated, late: the module is as it was, or only what
// failed stays.

// -----
// failing
%i = stablehlo.iota dim = 0 : tensor<5000xf32>
%f = stablehlo.custom_call @mine(%i) : (tensor<5000xf32>) -> tensor<5000xf32>
%g = stablehlo.sine %f : tensor<5000xf32>
%h = stablehlo.slice %g [0:2] : (tensor<5000xf32>) -> tensor<2xf32>
%j = stablehlo.slice %i [3:5] : (tensor<5000xf32>) -> tensor<2xf32>
%k = stablehlo.add %j, %j : tensor<2xf32>
%r = stablehlo.add %h, %k : tensor<2xf32>


// -----
// an array that its giver changes later is what it was
%i = stablehlo.iota dim = 0 : tensor<5000xf32>
%j = stablehlo.negate %i : tensor<5000xf32>
%f = stablehlo.custom_call @mine(%i) : (tensor<5000xf32>) -> tensor<5000xf32>
%g = stablehlo.custom_call @mine(%j) : (tensor<5000xf32>) -> tensor<5000xf32>
%x = stablehlo.slice %f [0:1] : (tensor<5000xf32>) -> tensor<1xf32>
%y = stablehlo.slice %g [0:1] : (tensor<5000xf32>) -> tensor<1xf32>
%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>


// -----
// decisions
func.func @main(%x: tensor<6xf32>)
-> (tensor<6xf32>, tensor<6xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>) {
  %i = stablehlo.iota dim = 0 : tensor<5000xi32>
  %f = stablehlo.custom_call @mine(%i) : (tensor<5000xi32>) -> tensor<5000xi32>
  %s = stablehlo.slice %f [2:3] : (tensor<5000xi32>) -> tensor<1xi32>
  %n = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %n, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %a = "stablehlo.if"(%p) ({
    %0 = stablehlo.sine %x : tensor<6xf32>
    stablehlo.return %0 : tensor<6xf32>
  }, { stablehlo.return %x : tensor<6xf32> }) : (tensor<i1>) -> tensor<6xf32>
  %b = "stablehlo.case"(%n) ({ stablehlo.return %x : tensor<6xf32> },
  { stablehlo.return %x : tensor<6xf32> }, {
    %0 = stablehlo.cosine %x : tensor<6xf32>
    stablehlo.return %0 : tensor<6xf32>
  }) : (tensor<i32>) -> tensor<6xf32>
  %c = stablehlo.while(%k = %one) : tensor<i32> cond {
    %t = stablehlo.compare LE, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %m = stablehlo.multiply %k, %two : tensor<i32>
    stablehlo.return %m : tensor<i32>
  }
  %d = stablehlo.dynamic_slice %x, %n, sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
  %w = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %e = stablehlo.get_dimension_size %w, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  return %a, %b, %c, %d, %e : tensor<6xf32>, tensor<6xf32>, tensor<i32>, tensor<2xf32>, tensor<i32>
}
