// Programs of test_proofs.py: Proofs are none of what is wrong, and symbols mean what the interpreter computes.

// -----
// reduced
func.func @main(%a: tensor<{size}xi8>) -> tensor<{wide}> {{
    %z = stablehlo.constant dense<0> : tensor<{wide}>
    %r = "stablehlo.reduce"(%a, %z) <{{dimensions = array<i64: 0>}}> ({{
      ^bb0(%x: tensor<{wide}>, %y: tensor<{wide}>):
        %s = stablehlo.add %x, %y : tensor<{wide}>
        "stablehlo.return"(%{returned}) : (tensor<{wide}>) -> ()
      }}) : (tensor<{size}xi8>, tensor<{wide}>) -> tensor<{wide}>
    return %r : tensor<{wide}>
  }}

// -----
// hashed
%m = stablehlo.constant dense<-1640531535> : {T} %h = stablehlo.multiply %a0, %m : {T}
%s = stablehlo.constant dense<15> : {T} %l = stablehlo.shift_right_logical %h, %s : {T}
%x = stablehlo.xor %h, %l : {T} %k = stablehlo.constant dense<{hash}> : {T}
%p = stablehlo.compare EQ, %x, %k : ({T}, {T}) -> {P}
%n = stablehlo.not %a0 : {T} %r0 = stablehlo.select %p, %n, %a0 : {P}, {T}

// -----
// unknown
func.func @before(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

func.func @after(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  "unknown.prints"(%x) : (tensor<4xf32>) -> ()
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @inside(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %x, %x : tensor<4xf32>
    "unknown.prints"(%1) : (tensor<4xf32>) -> ()
    %2 = "unknown.loops"(%1) ({
    ^bb0(%3: tensor<4xf32>):
      %4 = stablehlo.add %3, %x : tensor<4xf32>
      "unknown.gives"(%4) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @sized(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "unknown.gives"() {value = dense<3> : tensor<1xi64>} : () -> tensor<1xi64>
  %1 = stablehlo.real_dynamic_slice %x, %0, %0, %0 : (tensor<?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
