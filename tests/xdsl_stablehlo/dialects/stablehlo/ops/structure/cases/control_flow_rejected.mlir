// Programs of one op that the verifier rejects, each for one constraint of the specification.

// -----

// case_c1
func.func @main(%a0: tensor<i32>) -> () {
  // expected-error@+1 {{'stablehlo.case' op expect at least one branch (C1)}}
  "stablehlo.case"(%a0) : (tensor<i32>) -> ()
  return
}

// cpp: expect at least one branch

// -----

// case_c2
func.func @main(%a0: tensor<i32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.case' op branch 1 must have 0 arguments, but found 1 (C2)}}
  %r0 = "stablehlo.case"(%a0) ({
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {^bb0(%a: tensor<2xi32>):
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: branch 1 must have 0 arguments, but found 1

// -----

// case_c3
func.func @main(%a0: tensor<i32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.case' op branch 0 and branch 1 have mismatched return types: 'tensor<2xi32>' vs 'tensor<2xi64>' (C3)}}
  %r0 = "stablehlo.case"(%a0) ({
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {
    %x = stablehlo.constant dense<0> : tensor<2xi64>
    "stablehlo.return"(%x) : (tensor<2xi64>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: branch 0 and branch 1 have mismatched return types

// -----

// case_c4
func.func @main(%a0: tensor<i32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.case' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "stablehlo.case"(%a0) ({
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }) : (tensor<i32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

// if_c1
func.func @main(%a0: tensor<i1>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.if' op branch 0 must have 0 arguments, but found 1 (C1)}}
  %r0 = "stablehlo.if"(%a0) ({^bb0(%a: tensor<2xi32>):
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: branch 0 must have 0 arguments, but found 1

// -----

// if_c2
func.func @main(%a0: tensor<i1>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.if' op branch 0 and branch 1 have mismatched return types: 'tensor<2xi32>' vs 'tensor<3xi32>' (C2)}}
  %r0 = "stablehlo.if"(%a0) ({
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {
    %x = stablehlo.constant dense<0> : tensor<3xi32>
    "stablehlo.return"(%x) : (tensor<3xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: branch 0 and branch 1 have mismatched return types

// -----

// if_c3
func.func @main(%a0: tensor<i1>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.if' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "stablehlo.if"(%a0) ({
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }, {
    %x = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%x) : (tensor<2xi32>) -> ()
  }) : (tensor<i1>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation

// -----

// while_c1
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with condition block arguments but got 'tensor<2xi32>' vs 'tensor<2xi64>' (C1)}}
  %r0 = "stablehlo.while"(%a0) ({^bb0(%x: tensor<2xi64>):
    %p = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<2xi32>):
    %y = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: compatible with condition block arguments but got

// -----

// while_c1_flag
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.while' op expect condition block return a zero-ranked tensor of i1 but got 'tensor<1xi1>' (C1)}}
  %r0 = "stablehlo.while"(%a0) ({^bb0(%x: tensor<2xi32>):
    %p = stablehlo.constant dense<0> : tensor<1xi1>
    "stablehlo.return"(%p) : (tensor<1xi1>) -> ()
  }, {^bb0(%x: tensor<2xi32>):
    %y = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: return a zero-ranked tensor of i1 but got 'tensor<1xi1>'

// -----

// while_c2
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with body block arguments but got 'tensor<2xi32>' vs 'tensor<3xi32>' (C2)}}
  %r0 = "stablehlo.while"(%a0) ({^bb0(%x: tensor<2xi32>):
    %p = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<3xi32>):
    %y = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: compatible with body block arguments but got

// -----

// while_c2_returns
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.while' op expect operands to be compatible with body block return types but got 'tensor<2xi32>' vs 'tensor<2xi64>' (C2)}}
  %r0 = "stablehlo.while"(%a0) ({^bb0(%x: tensor<2xi32>):
    %p = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<2xi32>):
    %y = stablehlo.constant dense<0> : tensor<2xi64>
    "stablehlo.return"(%y) : (tensor<2xi64>) -> ()
  }) : (tensor<2xi32>) -> (tensor<2xi32>)
  return %r0 : tensor<2xi32>
}

// cpp: compatible with body block return types but got

// -----

// while_c3
func.func @main(%a0: tensor<2xi32>) -> (tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.while' op inferred type(s) 'tensor<2xi32>' are incompatible with return type(s) of operation 'tensor<2xi64>'}}
  %r0 = "stablehlo.while"(%a0) ({^bb0(%x: tensor<2xi32>):
    %p = stablehlo.constant dense<0> : tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {^bb0(%x: tensor<2xi32>):
    %y = stablehlo.constant dense<0> : tensor<2xi32>
    "stablehlo.return"(%y) : (tensor<2xi32>) -> ()
  }) : (tensor<2xi32>) -> (tensor<2xi64>)
  return %r0 : tensor<2xi64>
}

// cpp: incompatible with return type(s) of operation
