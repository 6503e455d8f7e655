// Functions of several blocks: branches that are decided, and loops that end.

// -----

// A loop that depends on the argument stays; arguments of blocks that one edge gives are that value.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.add %c, %c : tensor<i32>
  cf.br ^head(%x : tensor<i32>)
^head(%a: tensor<i32>):
  %m = stablehlo.compare LT, %a, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tensor.extract %m[] : tensor<i1>
  cf.cond_br %p, ^body(%a : tensor<i32>), ^end(%a : tensor<i32>)
^body(%b: tensor<i32>):
  %n = stablehlo.add %b, %c : tensor<i32>
  cf.br ^head(%n : tensor<i32>)
^end(%r: tensor<i32>):
  return %r : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %c = stablehlo.constant dense<3> : tensor<i32>
// =>   %d = stablehlo.constant dense<6> : tensor<i32>
// =>   cf.br ^head(%x : tensor<i32>)
// => ^head(%a: tensor<i32>):
// =>   %m = stablehlo.compare LT, %a, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %p = tensor.extract %m[] : tensor<i1>
// =>   cf.cond_br %p, ^body, ^end
// => ^body:
// =>   %n = stablehlo.add %a, %c : tensor<i32>
// =>   cf.br ^head(%n : tensor<i32>)
// => ^end:
// =>   return %a : tensor<i32>
// => }

// -----

// Entered with a constant the same loop runs: 1, 4, 7.
func.func @main() -> tensor<i32> {
  %x = stablehlo.constant dense<1> : tensor<i32>
  %r = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %d = stablehlo.constant dense<6> : tensor<i32>
  cf.br ^head(%x : tensor<i32>)
^head(%a: tensor<i32>):
  %m = stablehlo.compare LT, %a, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tensor.extract %m[] : tensor<i1>
  cf.cond_br %p, ^body, ^end
^body:
  %n = stablehlo.add %a, %c : tensor<i32>
  cf.br ^head(%n : tensor<i32>)
^end:
  return %a : tensor<i32>
}

// => func.func @main() -> tensor<i32> {
// =>   %r = stablehlo.constant dense<7> : tensor<i32>
// =>   return %r : tensor<i32>
// => }

// -----

// A loop that is decided runs between ops that are not; what it computed is read behind it, also without an argument.
func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %c = stablehlo.constant dense<3> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %y = stablehlo.add %x, %c : tensor<i32>
  cf.br ^head(%zero, %c : tensor<i32>, tensor<i32>)
^head(%i: tensor<i32>, %s: tensor<i32>):
  %n = stablehlo.add %i, %c : tensor<i32>
  %t = stablehlo.multiply %s, %c : tensor<i32>
  %m = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %p = tensor.extract %m[] : tensor<i1>
  cf.cond_br %p, ^head(%n, %t : tensor<i32>, tensor<i32>), ^end(%s : tensor<i32>)
^end(%r: tensor<i32>):
  %z = stablehlo.add %y, %t : tensor<i32>
  return %r, %z : tensor<i32>, tensor<i32>
}

// fold: loop-limit=3
// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %s = stablehlo.constant dense<81> : tensor<i32>
// =>   %c = stablehlo.constant dense<246> : tensor<i32>
// =>   %z = stablehlo.add %x, %c : tensor<i32>
// =>   return %s, %z : tensor<i32>, tensor<i32>
// => }

// fold: loop-limit=2
// => func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %c = stablehlo.constant dense<3> : tensor<i32>
// =>   %ten = stablehlo.constant dense<10> : tensor<i32>
// =>   %y = stablehlo.add %x, %c : tensor<i32>
// =>   cf.br ^head(%zero, %c : tensor<i32>, tensor<i32>)
// => ^head(%i: tensor<i32>, %s: tensor<i32>):
// =>   %n = stablehlo.add %i, %c : tensor<i32>
// =>   %t = stablehlo.multiply %s, %c : tensor<i32>
// =>   %m = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %p = tensor.extract %m[] : tensor<i1>
// =>   cf.cond_br %p, ^head(%n, %t : tensor<i32>, tensor<i32>), ^end
// => ^end:
// =>   %z = stablehlo.add %y, %t : tensor<i32>
// =>   return %s, %z : tensor<i32>, tensor<i32>
// => }

// -----

// A branch on a constant goes one way, and what the other way led to goes, also a loop without end.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %yes = arith.constant true
  cf.cond_br %yes, ^on(%x : tensor<i32>), ^forever
^forever:
  cf.br ^forever
^on(%a: tensor<i32>):
  %b = stablehlo.add %a, %x : tensor<i32>
  cf.br ^end
^end:
  return %b : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   %b = stablehlo.add %x, %x : tensor<i32>
// =>   return %b : tensor<i32>
// => }

// -----

// The case of a constant, and the default.
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %two = arith.constant 2 : i32
  %nine = arith.constant 9 : i32
  cf.switch %two : i32, [
    default: ^first(%x : tensor<i32>),
    1: ^first(%y : tensor<i32>),
    2: ^second(%y, %x : tensor<i32>, tensor<i32>)
  ]
^first(%a: tensor<i32>):
  return %a, %a : tensor<i32>, tensor<i32>
^second(%b: tensor<i32>, %c: tensor<i32>):
  cf.switch %nine : i32, [
    default: ^third(%c, %b : tensor<i32>, tensor<i32>),
    1: ^first(%b : tensor<i32>)
  ]
^third(%d: tensor<i32>, %e: tensor<i32>):
  return %d, %e : tensor<i32>, tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
// =>   return %x, %y : tensor<i32>, tensor<i32>
// => }

// -----

// What every way gives, round by round too, is a constant; an argument that is only handed on goes.
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %q = tensor.extract %p[] : tensor<i1>
  cf.cond_br %q, ^left, ^right
^left:
  %one = stablehlo.constant dense<1> : tensor<i32>
  %also_two = stablehlo.add %one, %one : tensor<i32>
  cf.br ^head(%also_two, %x, %one : tensor<i32>, tensor<i32>, tensor<i32>)
^right:
  cf.br ^head(%two, %two, %x : tensor<i32>, tensor<i32>, tensor<i32>)
^head(%a: tensor<i32>, %b: tensor<i32>, %unread: tensor<i32>):
  %still_two = stablehlo.maximum %a, %two : tensor<i32>
  %n = stablehlo.add %b, %a : tensor<i32>
  %more = stablehlo.add %unread, %x : tensor<i32>
  %m = stablehlo.compare LT, %n, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = tensor.extract %m[] : tensor<i1>
  cf.cond_br %r, ^head(%still_two, %n, %more : tensor<i32>, tensor<i32>, tensor<i32>), ^end
^end:
  return %n : tensor<i32>
}

// => func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
// =>   %two = stablehlo.constant dense<2> : tensor<i32>
// =>   %q = tensor.extract %p[] : tensor<i1>
// =>   cf.cond_br %q, ^left, ^right
// => ^left:
// =>   cf.br ^head(%x : tensor<i32>)
// => ^right:
// =>   cf.br ^head(%two : tensor<i32>)
// => ^head(%b: tensor<i32>):
// =>   %a = stablehlo.constant dense<2> : tensor<i32>
// =>   %n = stablehlo.add %b, %a : tensor<i32>
// =>   %m = stablehlo.compare LT, %n, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   %r = tensor.extract %m[] : tensor<i1>
// =>   cf.cond_br %r, ^head(%n : tensor<i32>), ^end
// => ^end:
// =>   return %n : tensor<i32>
// => }

// -----

// Loops in loops: the inner one counts to three each time, and all of it ends.
func.func @main() -> tensor<i64> {
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %three = stablehlo.constant dense<3> : tensor<i64>
  cf.br ^outer(%zero, %zero : tensor<i64>, tensor<i64>)
^outer(%i: tensor<i64>, %s: tensor<i64>):
  cf.br ^inner(%zero, %s : tensor<i64>, tensor<i64>)
^inner(%j: tensor<i64>, %t: tensor<i64>):
  %u = stablehlo.add %t, %one : tensor<i64>
  %k = stablehlo.add %j, %one : tensor<i64>
  %m = stablehlo.compare LT, %k, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %p = tensor.extract %m[] : tensor<i1>
  cf.cond_br %p, ^inner(%k, %u : tensor<i64>, tensor<i64>), ^next
^next:
  %n = stablehlo.add %i, %one : tensor<i64>
  %m2 = stablehlo.compare LT, %n, %three : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %p2 = tensor.extract %m2[] : tensor<i1>
  cf.cond_br %p2, ^outer(%n, %u : tensor<i64>, tensor<i64>), ^end
^end:
  return %u : tensor<i64>
}

// => func.func @main() -> tensor<i64> {
// =>   %u = stablehlo.constant dense<9> : tensor<i64>
// =>   return %u : tensor<i64>
// => }

// -----

// An assertion that holds goes; one that does not, stays.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %yes = arith.constant true
  %no = arith.constant false
  cf.assert %yes, "never"
  cf.cond_br %yes, ^on, ^off
^off:
  cf.assert %no, "not here"
  cf.br ^on
^on:
  return %x : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
