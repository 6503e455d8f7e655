// Programs of test_jumps.py: Functions of several blocks: jumps, limits, and the place of an error.

// -----
// nested
func.func @main(%n: tensor<i32>, %m: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  cf.br ^outer(%zero, %zero, %one : tensor<i32>, tensor<i32>, tensor<i32>)
^outer(%i: tensor<i32>, %a: tensor<i32>, %b: tensor<i32>):
  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p0 = tensor.extract %p[] : tensor<i1>
  cf.cond_br %p0, ^inner(%zero, %a, %b : tensor<i32>, tensor<i32>, tensor<i32>), ^end
^inner(%j: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
  %q = stablehlo.compare LT, %j, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %q0 = tensor.extract %q[] : tensor<i1>
  cf.cond_br %q0, ^body, ^next
^body:
  %k = stablehlo.add %j, %one : tensor<i32>
  %s = stablehlo.add %c, %d : tensor<i32>
  cf.br ^inner(%k, %d, %s : tensor<i32>, tensor<i32>, tensor<i32>)
^next:
  %l = stablehlo.add %i, %one : tensor<i32>
  cf.br ^outer(%l, %c, %d : tensor<i32>, tensor<i32>, tensor<i32>)
^end:
  return %a, %b : tensor<i32>, tensor<i32>
}

// -----
// limits end a loop without ops
func.func @main() {
      cf.br ^forever
    ^forever:
      cf.br ^forever
    }

// -----
// values that jumps hand on are exchanged at once
func.func @main(%x: tensor<i32>, %y: tensor<i32>, %p: i1) -> tensor<i32> {
      %again = arith.constant true
      cf.br ^swap(%x, %y, %p : tensor<i32>, tensor<i32>, i1)
    ^swap(%a: tensor<i32>, %b: tensor<i32>, %q: i1):
      %no = arith.xori %q, %again : i1
      cf.cond_br %q, ^swap(%b, %a, %no : tensor<i32>, tensor<i32>, i1), ^end
    ^end:
      %r = stablehlo.subtract %a, %b : tensor<i32>
      return %r : tensor<i32>
    }

// -----
// an assertion fails with its message
func.func @main(%p: i1) {
      cf.cond_br %p, ^good, ^bad
    ^bad:
      cf.assert %p, "all is lost"
      cf.br ^good
    ^good:
      return
    }

// -----
// what a block overwrites is its own
func.func @main(%x: tensor<3xi32>, %n: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>) {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %nine = stablehlo.constant dense<9> : tensor<1xi32>
      %y = stablehlo.add %x, %x : tensor<3xi32>
      cf.br ^head(%zero, %y : tensor<i32>, tensor<3xi32>)
    ^head(%i: tensor<i32>, %t: tensor<3xi32>):
      %u = stablehlo.dynamic_update_slice %t, %nine, %i : (tensor<3xi32>, tensor<1xi32>, tensor<i32>) -> tensor<3xi32>
      %k = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %q = tensor.extract %p[] : tensor<i1>
      cf.cond_br %q, ^head(%k, %u : tensor<i32>, tensor<3xi32>), ^end
    ^end:
      return %y, %u : tensor<3xi32>, tensor<3xi32>
    }
