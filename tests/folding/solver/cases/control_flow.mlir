// Branches and loops that are nested deep, and what regions return. Small programs: `cases/{branches,loops}.mlir`.

// -----

// Hope ends with the third loop: what a body computes to be what it was is found out by walking it, which is not done
// in deeper loops (1-True).
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
  cond {
    %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c0 : tensor<i1>
  } do {
    %inner = stablehlo.multiply %b0, %b0 : tensor<i32>
    %m0 = stablehlo.add %a0, %inner : tensor<i32>
    %same = stablehlo.maximum %b0, %b0 : tensor<i32>
    stablehlo.return %m0, %same : tensor<i32>, tensor<i32>
  }
  return %q0#0 : tensor<i32>
}

// fold: unevaluated, simplify=false
// => func.func @main(%n: tensor<i32>) -> tensor<i32> {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %c0 : tensor<i1>
// =>   } do {
// =>     %inner = stablehlo.constant dense<9> : tensor<i32>
// =>     %m0 = stablehlo.add %a0, %inner : tensor<i32>
// =>     stablehlo.return %m0, %b0 : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q0#0 : tensor<i32>
// => }

// -----

// Hope ends with the third loop: what a body computes to be what it was is found out by walking it, which is not done
// in deeper loops (3-True).
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
  cond {
    %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c0 : tensor<i1>
  } do {
    %q1:2 = stablehlo.while(%a1 = %n, %b1 = %b0) : tensor<i32>, tensor<i32>
    cond {
      %c1 = stablehlo.compare LT, %a1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c1 : tensor<i1>
    } do {
      %q2:2 = stablehlo.while(%a2 = %n, %b2 = %b1) : tensor<i32>, tensor<i32>
      cond {
        %c2 = stablehlo.compare LT, %a2, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c2 : tensor<i1>
      } do {
        %inner = stablehlo.multiply %b2, %b2 : tensor<i32>
        %m2 = stablehlo.add %a2, %inner : tensor<i32>
        %same = stablehlo.maximum %b2, %b2 : tensor<i32>
        stablehlo.return %m2, %same : tensor<i32>, tensor<i32>
      }
      %m1 = stablehlo.add %a1, %q2#0 : tensor<i32>
      stablehlo.return %m1, %b1 : tensor<i32>, tensor<i32>
    }
    %m0 = stablehlo.add %a0, %q1#0 : tensor<i32>
    stablehlo.return %m0, %b0 : tensor<i32>, tensor<i32>
  }
  return %q0#0 : tensor<i32>
}

// fold: unevaluated, simplify=false
// => func.func @main(%n: tensor<i32>) -> tensor<i32> {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %c0 : tensor<i1>
// =>   } do {
// =>     %b0_0 = stablehlo.constant dense<3> : tensor<i32>
// =>     %q1:2 = stablehlo.while(%a1 = %n, %b1 = %b0_0) : tensor<i32>, tensor<i32>
// =>     cond {
// =>       %c1 = stablehlo.compare LT, %a1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>       stablehlo.return %c1 : tensor<i1>
// =>     } do {
// =>       %b1_1 = stablehlo.constant dense<3> : tensor<i32>
// =>       %q2:2 = stablehlo.while(%a2 = %n, %b2 = %b1_1) : tensor<i32>, tensor<i32>
// =>       cond {
// =>         %c2 = stablehlo.compare LT, %a2, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>         stablehlo.return %c2 : tensor<i1>
// =>       } do {
// =>         %inner = stablehlo.constant dense<9> : tensor<i32>
// =>         %m2 = stablehlo.add %a2, %inner : tensor<i32>
// =>         stablehlo.return %m2, %b2 : tensor<i32>, tensor<i32>
// =>       }
// =>       %m1 = stablehlo.add %a1, %q2#0 : tensor<i32>
// =>       stablehlo.return %m1, %b1 : tensor<i32>, tensor<i32>
// =>     }
// =>     %m0 = stablehlo.add %a0, %q1#0 : tensor<i32>
// =>     stablehlo.return %m0, %b0 : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q0#0 : tensor<i32>
// => }

// -----

// Hope ends with the third loop: what a body computes to be what it was is found out by walking it, which is not done
// in deeper loops (4-False).
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %k = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
  cond {
    %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c0 : tensor<i1>
  } do {
    %q1:2 = stablehlo.while(%a1 = %n, %b1 = %b0) : tensor<i32>, tensor<i32>
    cond {
      %c1 = stablehlo.compare LT, %a1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c1 : tensor<i1>
    } do {
      %q2:2 = stablehlo.while(%a2 = %n, %b2 = %b1) : tensor<i32>, tensor<i32>
      cond {
        %c2 = stablehlo.compare LT, %a2, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c2 : tensor<i1>
      } do {
        %q3:2 = stablehlo.while(%a3 = %n, %b3 = %b2) : tensor<i32>, tensor<i32>
        cond {
          %c3 = stablehlo.compare LT, %a3, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %c3 : tensor<i1>
        } do {
          %inner = stablehlo.multiply %b3, %b3 : tensor<i32>
          %m3 = stablehlo.add %a3, %inner : tensor<i32>
          %same = stablehlo.maximum %b3, %b3 : tensor<i32>
          stablehlo.return %m3, %same : tensor<i32>, tensor<i32>
        }
        %m2 = stablehlo.add %a2, %q3#0 : tensor<i32>
        stablehlo.return %m2, %b2 : tensor<i32>, tensor<i32>
      }
      %m1 = stablehlo.add %a1, %q2#0 : tensor<i32>
      stablehlo.return %m1, %b1 : tensor<i32>, tensor<i32>
    }
    %m0 = stablehlo.add %a0, %q1#0 : tensor<i32>
    stablehlo.return %m0, %b0 : tensor<i32>, tensor<i32>
  }
  return %q0#0 : tensor<i32>
}

// fold: unevaluated, simplify=false
// => func.func @main(%n: tensor<i32>) -> tensor<i32> {
// =>   %k = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %q0:2 = stablehlo.while(%a0 = %n, %b0 = %k) : tensor<i32>, tensor<i32>
// =>   cond {
// =>     %c0 = stablehlo.compare LT, %a0, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %c0 : tensor<i1>
// =>   } do {
// =>     %b0_0 = stablehlo.constant dense<3> : tensor<i32>
// =>     %q1:2 = stablehlo.while(%a1 = %n, %b1 = %b0_0) : tensor<i32>, tensor<i32>
// =>     cond {
// =>       %c1 = stablehlo.compare LT, %a1, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>       stablehlo.return %c1 : tensor<i1>
// =>     } do {
// =>       %b1_1 = stablehlo.constant dense<3> : tensor<i32>
// =>       %q2:2 = stablehlo.while(%a2 = %n, %b2 = %b1_1) : tensor<i32>, tensor<i32>
// =>       cond {
// =>         %c2 = stablehlo.compare LT, %a2, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>         stablehlo.return %c2 : tensor<i1>
// =>       } do {
// =>         %b2_2 = stablehlo.constant dense<3> : tensor<i32>
// =>         %q3:2 = stablehlo.while(%a3 = %n, %b3 = %b2_2) : tensor<i32>, tensor<i32>
// =>         cond {
// =>           %c3 = stablehlo.compare LT, %a3, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>           stablehlo.return %c3 : tensor<i1>
// =>         } do {
// =>           %inner = stablehlo.multiply %b3, %b3 : tensor<i32>
// =>           %m3 = stablehlo.add %a3, %inner : tensor<i32>
// =>           %same = stablehlo.maximum %b3, %b3 : tensor<i32>
// =>           stablehlo.return %m3, %same : tensor<i32>, tensor<i32>
// =>         }
// =>         %m2 = stablehlo.add %a2, %q3#0 : tensor<i32>
// =>         stablehlo.return %m2, %b2 : tensor<i32>, tensor<i32>
// =>       }
// =>       %m1 = stablehlo.add %a1, %q2#0 : tensor<i32>
// =>       stablehlo.return %m1, %b1 : tensor<i32>, tensor<i32>
// =>     }
// =>     %m0 = stablehlo.add %a0, %q1#0 : tensor<i32>
// =>     stablehlo.return %m0, %b0 : tensor<i32>, tensor<i32>
// =>   }
// =>   return %q0#0 : tensor<i32>
// => }

// -----

// The body of async start stays one collective: an empty tensor is known whatever gives it, but a constant may not
// stand there.
func.func @main(%x: tensor<2xf32>) -> tensor<0xf32> {
  %future = "stablehlo.async_start"(%x) ({
  ^bb0(%operand: tensor<2xf32>):
    %gathered = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<0xf32>
    stablehlo.return %gathered : tensor<0xf32>
  }) : (tensor<2xf32>) -> !stablehlo.future<tensor<0xf32>>
  %r = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<0xf32>>) -> tensor<0xf32>
  return %r : tensor<0xf32>
}

// fold:
// => func.func @main(%x: tensor<2xf32>) -> tensor<0xf32> {
// =>   %future = "stablehlo.async_start"(%x) ({
// =>   ^bb0(%operand: tensor<2xf32>):
// =>     %gathered = "stablehlo.all_gather"(%operand) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<0xf32>
// =>     stablehlo.return %gathered : tensor<0xf32>
// =>   }) : (tensor<2xf32>) -> !stablehlo.future<tensor<0xf32>>
// =>   %r = stablehlo.constant dense<> : tensor<0xf32>
// =>   %r_0 = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<0xf32>>) -> tensor<0xf32>
// =>   return %r : tensor<0xf32>
// => }

// -----

// A loop reads what was put in the place of what it read: the branch that always runs goes in the place of its op
// before the loop is evaluated (0).
func.func @main(%x: tensor<i32>, %n: tensor<i32>, %y: tensor<i8>) -> (tensor<i32>, tensor<i8>) {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %nine = "stablehlo.if"(%false) ({
    %a = stablehlo.constant dense<4> : tensor<i8>
    stablehlo.return %a : tensor<i8>
  }, {
    %b = stablehlo.constant dense<9> : tensor<i8>
    stablehlo.return %b : tensor<i8>
  }) : (tensor<i1>) -> tensor<i8>
  %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r:2 = "stablehlo.if"(%p) ({
    %init = stablehlo.constant dense<100> : tensor<i8>
    %loop:2 = stablehlo.while(%i = %zero, %v = %init) : tensor<i32>, tensor<i8>
    cond {
      %q = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %nine : tensor<i32>, tensor<i8>
    }
    stablehlo.return %loop#0, %loop#1 : tensor<i32>, tensor<i8>
  }, {
    stablehlo.return %x, %y : tensor<i32>, tensor<i8>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<i8>)
  return %r#0, %r#1 : tensor<i32>, tensor<i8>
}

// fold:
// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %y: tensor<i8>) -> (tensor<i32>, tensor<i8>) {
// =>   %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r:2 = "stablehlo.if"(%p) ({
// =>     %loop = stablehlo.constant dense<3> : tensor<i32>
// =>     %loop_0 = stablehlo.constant dense<9> : tensor<i8>
// =>     stablehlo.return %loop, %loop_0 : tensor<i32>, tensor<i8>
// =>   }, {
// =>     stablehlo.return %x, %y : tensor<i32>, tensor<i8>
// =>   }) : (tensor<i1>) -> (tensor<i32>, tensor<i8>)
// =>   return %r#0, %r#1 : tensor<i32>, tensor<i8>
// => }
// kept: nothing

// fold: simplify=false
// => func.func @main(%x: tensor<i32>, %n: tensor<i32>, %y: tensor<i8>) -> (tensor<i32>, tensor<i8>) {
// =>   %p = stablehlo.compare LT, %x, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r:2 = "stablehlo.if"(%p) ({
// =>     %loop = stablehlo.constant dense<3> : tensor<i32>
// =>     %loop_0 = stablehlo.constant dense<9> : tensor<i8>
// =>     stablehlo.return %loop, %loop_0 : tensor<i32>, tensor<i8>
// =>   }, {
// =>     stablehlo.return %x, %y : tensor<i32>, tensor<i8>
// =>   }) : (tensor<i1>) -> (tensor<i32>, tensor<i8>)
// =>   return %r#0, %r#1 : tensor<i32>, tensor<i8>
// => }
// kept: nothing
