// Programs of test_liveness.py: Which values blocks read from outside, and for the last time.

// -----
// nested
%c = stablehlo.constant dense<1.0> : tensor<f32>
%r0 = "stablehlo.if"(%a0) ({
  %x = stablehlo.add %a2, %c : tensor<f32>
  %y = "stablehlo.if"(%a0) ({
    %z = stablehlo.multiply %x, %a1 : tensor<f32>
    stablehlo.return %z : tensor<f32>
  }, { stablehlo.return %a2 : tensor<f32> }) : (tensor<i1>) -> tensor<f32>
  stablehlo.return %y : tensor<f32>
}, { stablehlo.return %a1 : tensor<f32> }) : (tensor<i1>) -> tensor<f32>

// -----
// arguments of a block are its own
%r0 = stablehlo.while(%i = %a0) : tensor<i32>
cond {
  %c = stablehlo.compare LT, %i, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %c : tensor<i1>
} do {
  %j = stablehlo.add %i, %i : tensor<i32>
  stablehlo.return %j : tensor<i32>
}

// -----
// a region of several blocks reads what none of them defines
func.func @main(%a: i32, %b: i32) {
  "test.op"(%a) ({
    %x = "test.op"(%b) : (i32) -> i32
    cf.br ^next(%x : i32)
  ^next(%y: i32):
    "test.op"(%x, %y, %a) : (i32, i32, i32) -> ()
  }) : (i32) -> ()
  return
}

// -----
// values die where they are read last
%c = stablehlo.constant dense<1.0> : tensor<f32>
%x = stablehlo.add %a0, %c : tensor<f32>
%y = stablehlo.multiply %x, %a0 : tensor<f32>
%never = stablehlo.negate %x : tensor<f32>
%r0 = stablehlo.subtract %y, %y : tensor<f32>
