// Which differences the specification allows, and which it does not: verdicts are argued from its text.

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.add %a0, %a1 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Commuted.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.add %a1, %a0 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: proved

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: The same division.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: proved

// after: Division by zero.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %p = stablehlo.compare EQ, %a1, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %d = stablehlo.divide %a0, %a1 : tensor<4xi32>
  %r0 = stablehlo.select %p, %one, %d : tensor<4xi1>, tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: allowed difference: integer division by zero, or of the least integer by -1 ("Unless explicitly called out, all these errors result in implementation-defined behavior; spec: Errors")

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %d = stablehlo.subtract %a0, %a1 : tensor<4xi32>
  %r0 = stablehlo.negate %d : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Negated difference.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.subtract %a1, %a0 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: proved

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %d = stablehlo.negate %a0 : tensor<4xf32>
  %r0 = stablehlo.multiply %d, %a1 : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: A sign twice.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %d = stablehlo.multiply %a0, %a1 : tensor<4xf32>
  %r0 = stablehlo.negate %d : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: proved

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.subtract %a0, %a1 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Order of a subtraction.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.subtract %a1, %a0 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %one = stablehlo.constant dense<1> : tensor<4xi32>
  %p = stablehlo.compare EQ, %a1, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %d = stablehlo.divide %a0, %a1 : tensor<4xi32>
  %r0 = stablehlo.select %p, %one, %d : tensor<4xi1>, tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: Division that was guarded.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %r0 = stablehlo.divide %a0, %a1 : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
  %r0 = stablehlo.add %a0, %z : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: Sign of zero.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<-0.000000e+00> : tensor<4xf32>
  %r0 = stablehlo.add %a0, %z : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = stablehlo.maximum %a0, %a1 : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: NaN in a maximum.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %p = stablehlo.compare GT, %a0, %a1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %r0 = stablehlo.select %p, %a0, %a1 : tensor<4xi1>, tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
  %r0 = stablehlo.multiply %a0, %z : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: Zero times anything.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %r0 = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
  %d = stablehlo.multiply %a0, %c : tensor<4xf32>
  %r0 = stablehlo.divide %d, %c : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: Overflow to infinity.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  %r0 = stablehlo.multiply %a0, %z : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<3.000000e+00> : tensor<4xf32>
  %r0 = stablehlo.divide %a0, %c : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: More than rounding.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<3.333000e-01> : tensor<4xf32>
  %r0 = stablehlo.multiply %a0, %c : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: refuted

// after: Reciprocal.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<0.333333343> : tensor<4xf32>
  %r0 = stablehlo.multiply %a0, %c : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: allowed difference: accuracy of floats ("StableHLO does not provide guarantees about numerical accuracy; spec: Accuracy")

// -----

func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r0 = stablehlo.xor %a0, %c : tensor<4xi32>
  return %r0 : tensor<4xi32>
}

// after: A constant in one element.
func.func @main(%a0: tensor<4xi32>, %a1: tensor<4xi32>) -> tensor<4xi32> {
  %c = stablehlo.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
  %r0 = stablehlo.xor %a0, %c : tensor<4xi32>
  return %r0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %s = stablehlo.reduce(%a0 init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>)  {
    %n = stablehlo.negate %y : tensor<f32>
    %d = stablehlo.subtract %x, %n : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: A sum by another tree.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %v = stablehlo.reverse %a0, dims = [0] : tensor<4xf32>
  %s = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %r0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: allowed difference: order of reductions and use of init values ("schedule is an implementation-defined full binary tree [...] Interspersed with an implementation-defined amount of init_values_converted at implementation-defined positions; spec: reduce")

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %l = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
  %h = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %x = stablehlo.clamp %l, %a0, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %t = stablehlo.tan %c : tensor<4xcomplex<f32>>
  %r0 = stablehlo.real %t : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: A complex function by others.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %l = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
  %h = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %x = stablehlo.clamp %l, %a0, %h : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %c = stablehlo.complex %x, %x : tensor<4xcomplex<f32>>
  %s = stablehlo.sine %c : tensor<4xcomplex<f32>>
  %o = stablehlo.cosine %c : tensor<4xcomplex<f32>>
  %t = stablehlo.divide %s, %o : tensor<4xcomplex<f32>>
  %r0 = stablehlo.real %t : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: allowed difference: accuracy of floats ("StableHLO does not provide guarantees about numerical accuracy; spec: Accuracy"); exceptions of complex arithmetic and special functions ("Exceptions for nonstandard operations (e.g. complex arithmetic and certain transcendental functions) are implementation-defined; spec: Floating-point exceptions")

// -----

func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %d = stablehlo.add %a0, %a0 : tensor<4xf32>
  %r0 = stablehlo.exponential %d : tensor<4xf32>
  return %r0 : tensor<4xf32>
}

// after: Exponential of a sum.
func.func @main(%a0: tensor<4xf32>, %a1: tensor<4xf32>) -> tensor<4xf32> {
  %d = stablehlo.exponential %a0 : tensor<4xf32>
  %r0 = stablehlo.multiply %d, %d : tensor<4xf32>
  return %r0 : tensor<4xf32>
}
// verdict: allowed difference: accuracy of floats ("StableHLO does not provide guarantees about numerical accuracy; spec: Accuracy")

// -----

// Positions that a sort gives are never negative.
func.func @main(%x: tensor<4xi32>, %t: tensor<4xi32>) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %zero = stablehlo.constant dense<0> : tensor<4xi32>
  %four = stablehlo.constant dense<4> : tensor<4xi32>
  %n = stablehlo.compare LT, %s#1, %zero : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %w = stablehlo.add %s#1, %four : tensor<4xi32>
  %r = stablehlo.select %n, %w, %s#1 : tensor<4xi1>, tensor<4xi32>
  return %r : tensor<4xi32>
}

// after: Without the choice.
func.func @main(%x: tensor<4xi32>, %t: tensor<4xi32>) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %s#1 : tensor<4xi32>
}
// verdict: proved

// after: The other result of the sort.
func.func @main(%x: tensor<4xi32>, %t: tensor<4xi32>) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %s:2 = "stablehlo.sort"(%x, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %s#0 : tensor<4xi32>
}
// verdict: refuted

// -----

func.func @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %least = stablehlo.constant dense<3> : tensor<4xi32>
  %most = stablehlo.constant dense<9> : tensor<4xi32>
  %c = stablehlo.clamp %least, %x, %most : tensor<4xi32>
  %r = stablehlo.compare LE, %c, %most : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// after: The bounds decide it.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %r = stablehlo.constant dense<true> : tensor<4xi1>
  return %r : tensor<4xi1>
}
// verdict: proved

// -----

func.func @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %least = stablehlo.constant dense<3> : tensor<4xi32>
  %most = stablehlo.constant dense<9> : tensor<4xi32>
  %c = stablehlo.clamp %least, %x, %most : tensor<4xi32>
  %r = stablehlo.compare LT, %c, %most : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// after: The bounds do not decide it.
func.func @main(%x: tensor<4xi32>) -> tensor<4xi1> {
  %r = stablehlo.constant dense<true> : tensor<4xi1>
  return %r : tensor<4xi1>
}
// verdict: refuted

// -----

// Bits of NaNs count, and a selection moves them.
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %p = stablehlo.constant dense<true> : tensor<4xi1>
  %s = stablehlo.select %p, %x, %y : tensor<4xi1>, tensor<4xf32>
  %t = stablehlo.negate %y : tensor<4xf32>
  %r = stablehlo.compare LT, %s, %t, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// after: What is selected.
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %t = stablehlo.negate %y : tensor<4xf32>
  %r = stablehlo.compare LT, %x, %t, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}
// verdict: proved

// -----

func.func @main(%x: tensor<4x1xi32>) -> tensor<4xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x1xi32>, tensor<i32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// after: A sum of one element.
func.func @main(%x: tensor<4x1xi32>) -> tensor<4xi32> {
  %r = stablehlo.reshape %x : (tensor<4x1xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
// verdict: proved
