// if, case, while, return: what they reject, what they infer, how they are printed.

// -----

// While needs a type for each value.
func.func @main(%a0: tensor<i32>) -> () {
  // expected-error@+1 {{custom op 'stablehlo.while' 1 operands present, but 2 types}}
  stablehlo.while(%x = %a0) : tensor<i32>, tensor<i32> cond {} do {}
  return
}

// -----

func.func @if_1(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return
}
func.func @case_1(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = "test.op"() : () -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return
}
func.func @if_2(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<3>>
  return
}
func.func @case_2(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
  return
}
func.func @if_3(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<5>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<5>>
  }) : (tensor<i1>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return
}
func.func @case_3(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<5>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<5>>
  }) : (tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>>
  return
}
func.func @if_4(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return
}
func.func @case_4(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = "test.op"() : () -> tensor<?xf32, #stablehlo.bounds<3>>
    stablehlo.return %1 : tensor<?xf32, #stablehlo.bounds<3>>
  }, {
    %1 = "test.op"() : () -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  return
}
func.func @if_5(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }, {
    %1 = "test.op"() : () -> !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }) : (tensor<i1>) -> !stablehlo.token
  return
}
func.func @case_5(%arg0: tensor<i32>) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = "test.op"() : () -> !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }, {
    %1 = "test.op"() : () -> !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }) : (tensor<i32>) -> !stablehlo.token
  return
}

// infer:
// unchanged

// -----

func.func @if_1(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}
func.func @if_2(%arg0: tensor<i1>) {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = "test.op"() : () -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    %1 = "test.op"() : () -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// speculate:
// => yes: @if_1
// => no: @if_2

// -----

func.func @while(%a0: tensor<i32>, %a1: tensor<2xf32>) -> tensor<2xf32> {
  %w:2 = stablehlo.while(%iterArg = %a0, %b = %a1) : tensor<i32>, tensor<2xf32> attributes {x = 1 : i32}
  cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return %iterArg, %b : tensor<i32>, tensor<2xf32>
  }
  return %w#1 : tensor<2xf32>
}
func.func @while_2() {
  stablehlo.while()
  cond {
    %c = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    stablehlo.return 
  }
  return
}
func.func @if(%a0: tensor<i1>, %a1: tensor<2xf32>) -> tensor<2xf32> {
  %r0 = "stablehlo.if"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
    %x = stablehlo.add %a1, %a1 : tensor<2xf32>
    stablehlo.return %x : tensor<2xf32>
  }) {mhlo.x = 1 : i32} : (tensor<i1>) -> tensor<2xf32>
  return %r0 : tensor<2xf32>
}

// print:
// unchanged
// cpp: the same

// -----

// An empty branch.
func.func @main(%a0: tensor<i1>) -> () {
  // expected-error@+1 {{'stablehlo.if' op Region 'true_branch' at position 0 expected a single block, but got 0 blocks}}
  "stablehlo.if"(%a0) ({}, {
  stablehlo.return
}) : (tensor<i1>) -> ()
  return
}

// -----

// A selector of rank 1.
func.func @main(%a0: tensor<1xi32>) -> () {
  // expected-error@+1 {{'stablehlo.case' op operand should be rank 0 tensor but got rank 1 (I1)}}
  "stablehlo.case"(%a0) ({
  stablehlo.return
}) : (tensor<1xi32>) -> ()
  return
}
