// Programs of test_program.py: Programs as a whole: arguments, errors with their place, memory, time, and xDSL's own
// interpreter.

// -----
// entry by name and a single function without main
func.func @f() -> tensor<i32> {
      %0 = stablehlo.constant dense<1> : tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @g() -> tensor<i32> {
      %0 = stablehlo.constant dense<2> : tensor<i32>
      return %0 : tensor<i32>
    }

// -----
// eval func calls the functions beside it
func.func @f(%x: tensor<i32>) -> tensor<i32> {
      %0 = func.call @g(%x) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @g(%x: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.negate %x : tensor<i32>
      return %0 : tensor<i32>
    }

// -----
// an op without an evaluator is an error only where it runs
%r0 = "stablehlo.if"(%a0) ({
      %x = tensor.empty() : tensor<i32>
      stablehlo.return %x : tensor<i32>
    }, { stablehlo.return %a1 : tensor<i32> }) : (tensor<i1>) -> tensor<i32>

// -----
// regions of several blocks are refused
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
      %r = "stablehlo.if"(%p) ({
        cf.br ^end(%x : tensor<i32>)
      ^end(%y: tensor<i32>):
        stablehlo.return %y : tensor<i32>
      }, { stablehlo.return %x : tensor<i32> }) : (tensor<i1>) -> tensor<i32>
      return %r : tensor<i32>
    }

// -----
// every op is told before it is evaluated

    func.func @main(%x: tensor<i32>) -> tensor<i32> {
      %r = call @twice(%x) : (tensor<i32>) -> tensor<i32>
      %n = stablehlo.negate %r : tensor<i32>
      return %n : tensor<i32>
    }
    func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
      %r = stablehlo.while(%i = %x) : tensor<i32>
      cond {
        %p = stablehlo.compare LT, %i, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        stablehlo.return %i : tensor<i32>
      }
      %d = stablehlo.add %r, %r : tensor<i32>
      return %d : tensor<i32>
    }
