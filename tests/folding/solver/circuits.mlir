// Circuits as PennyLane Catalyst writes them. NumPy computes what `circuit.known` reads.

// RX(pi / 2)
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %h = stablehlo.divide %pi, %two : tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "np.pi / 2"} : (f64) -> ()
  return
}

// -----

// RY(-pi)
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %h = stablehlo.negate %pi : tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "-np.pi"} : (f64) -> ()
  return
}

// -----

// RZ(2 * arcsin(0.5)) by atan2
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %r = stablehlo.constant dense<0.5> : tensor<f64>
  %t = stablehlo.atan2 %one, %r : tensor<f64>
  %h = stablehlo.multiply %t, %two : tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "2 * np.arctan2(1.0, 0.5)"} : (f64) -> ()
  return
}

// -----

// an element of an array of angles: weights[1]
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %w = stablehlo.constant dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %s = stablehlo.slice %w [1:2] : (tensor<3xf64>) -> tensor<1xf64>
  %h = stablehlo.reshape %s : (tensor<1xf64>) -> tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "0.2"} : (f64) -> ()
  return
}

// -----

// an element by a computed position: weights[1, 2] of weights * 2
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %w = stablehlo.constant dense<[[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]> : tensor<2x3xf64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %b = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
  %m = stablehlo.multiply %w, %b : tensor<2x3xf64>
  %i = stablehlo.constant dense<1> : tensor<i64>
  %k = stablehlo.add %i, %i : tensor<i64>
  %s = stablehlo.dynamic_slice %m, %i, %k, sizes = [1, 1] : (tensor<2x3xf64>, tensor<i64>, tensor<i64>) -> tensor<1x1xf64>
  %h = stablehlo.reshape %s : (tensor<1x1xf64>) -> tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "0.6 * 2"} : (f64) -> ()
  return
}

// -----

// linspace(0, pi, 5)[3]
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %n = stablehlo.iota dim = 0 : tensor<5xf64>
  %four = stablehlo.constant dense<4.0> : tensor<5xf64>
  %p = stablehlo.broadcast_in_dim %pi, dims = [] : (tensor<f64>) -> tensor<5xf64>
  %m = stablehlo.multiply %n, %p : tensor<5xf64>
  %d = stablehlo.divide %m, %four : tensor<5xf64>
  %s = stablehlo.slice %d [3:4] : (tensor<5xf64>) -> tensor<1xf64>
  %h = stablehlo.reshape %s : (tensor<1xf64>) -> tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "3 * np.pi / 4"} : (f64) -> ()
  return
}

// -----

// an angle of integers: pi / 2 ** k
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %k = stablehlo.constant dense<3> : tensor<i64>
  %b = stablehlo.constant dense<2> : tensor<i64>
  %p = stablehlo.power %b, %k : tensor<i64>
  %f = stablehlo.convert %p : (tensor<i64>) -> tensor<f64>
  %h = stablehlo.divide %pi, %f : tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "np.pi / 8"} : (f64) -> ()
  return
}

// -----

// an angle of f32
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %a0 = stablehlo.constant dense<0.1> : tensor<f32>
  %f = stablehlo.convert %a0 : (tensor<f32>) -> tensor<f64>
  %a = tensor.extract %f[] : tensor<f64>
  "circuit.known"(%a) {numpy = "float(np.float32(0.1))"} : (f64) -> ()
  return
}

// -----

// sqrt of an argument that is not used: select of a constant condition
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %p = stablehlo.constant dense<true> : tensor<i1>
  %s = stablehlo.sqrt %x : tensor<f64>
  %h = stablehlo.select %p, %two, %s : tensor<i1>, tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "2.0"} : (f64) -> ()
  return
}

// -----

// a qubit index: wires[-1] % 3
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %i = stablehlo.constant dense<5> : tensor<i64>
  %n = stablehlo.constant dense<3> : tensor<i64>
  %r = stablehlo.remainder %i, %n : tensor<i64>
  %a = tensor.extract %r[] : tensor<i64>
  "circuit.known"(%a) {numpy = "5 % 3"} : (i64) -> ()
  return
}

// -----

// bounds of an scf loop through index casts
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %i = stablehlo.constant dense<3> : tensor<i64>
  %n = stablehlo.add %i, %i : tensor<i64>
  %e = tensor.extract %n[] : tensor<i64>
  %ub = arith.index_cast %e : i64 to index
  %lb = arith.constant 0 : index
  %st = arith.constant 1 : index
  "circuit.known"(%ub) {numpy = "6"} : (index) -> ()
  scf.for %k = %lb to %ub step %st {
    "quantum.gate"(%q) : (!quantum.reg) -> ()
  }
  return
}

// -----

// an angle computed in an scf loop, from outside of it
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %lb = arith.constant 0 : index
  %ub = arith.constant 4 : index
  %st = arith.constant 1 : index
  scf.for %k = %lb to %ub step %st {
    %h = stablehlo.divide %pi, %two : tensor<f64>
    %a = tensor.extract %h[] : tensor<f64>
    "circuit.known"(%a) {numpy = "np.pi / 2"} : (f64) -> ()
    "quantum.gate"(%q, %a) : (!quantum.reg, f64) -> ()
  }
  return
}

// -----

// a sum that a stablehlo loop makes
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<5> : tensor<i64>
  %r:2 = stablehlo.while(%i = %zero, %s = %zero) : tensor<i64>, tensor<i64>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s1 = stablehlo.add %s, %i : tensor<i64>
    %i1 = stablehlo.add %i, %one : tensor<i64>
    stablehlo.return %i1, %s1 : tensor<i64>, tensor<i64>
  }
  %a = tensor.extract %r#1[] : tensor<i64>
  %b = tensor.extract %r#0[] : tensor<i64>
  "circuit.known"(%a) {numpy = "sum(range(5))"} : (i64) -> ()
  "circuit.known"(%b) {numpy = "5"} : (i64) -> ()
  return
}

// -----

// an angle that a loop over the argument does not change
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %one = stablehlo.constant dense<1.0> : tensor<f64>
  %r:2 = stablehlo.while(%i = %zero, %s = %pi) : tensor<f64>, tensor<f64>
  cond {
    %c = stablehlo.compare LT, %i, %x : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a0 = tensor.extract %s[] : tensor<f64>
    "quantum.gate"(%q, %a0) : (!quantum.reg, f64) -> ()
    "circuit.known"(%a0) {numpy = "np.pi"} : (f64) -> ()
    %i1 = stablehlo.add %i, %one : tensor<f64>
    stablehlo.return %i1, %s : tensor<f64>, tensor<f64>
  }
  %a = tensor.extract %r#1[] : tensor<f64>
  "circuit.known"(%a) {numpy = "np.pi"} : (f64) -> ()
  return
}

// -----

// both branches of a conditional on the argument give one angle
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %p = stablehlo.compare LT, %x, %two : (tensor<f64>, tensor<f64>) -> tensor<i1>
  %h = "stablehlo.if"(%p) ({
    %d = stablehlo.divide %pi, %two : tensor<f64>
    stablehlo.return %d : tensor<f64>
  }, {
    %half = stablehlo.constant dense<0.5> : tensor<f64>
    %d = stablehlo.multiply %pi, %half : tensor<f64>
    stablehlo.return %d : tensor<f64>
  }) : (tensor<i1>) -> tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "np.pi / 2"} : (f64) -> ()
  return
}

// -----

// an scf branch on a constant condition
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %t = stablehlo.constant dense<2> : tensor<i64>
  %p = stablehlo.compare GT, %t, %t : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %c = tensor.extract %p[] : tensor<i1>
  %u = arith.constant 1.5 : f64
  %v = arith.constant 2.5 : f64
  %a = scf.if %c -> (f64) {
    scf.yield %u : f64
  } else {
    scf.yield %v : f64
  }
  "circuit.known"(%c) {numpy = "False"} : (i1) -> ()
  "circuit.known"(%a) {numpy = "2.5"} : (f64) -> ()
  return
}

// -----

// arith on what was extracted
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %pi = stablehlo.constant dense<3.1415926535897931> : tensor<f64>
  %e = tensor.extract %pi[] : tensor<f64>
  %h = arith.constant 0.25 : f64
  %a = arith.mulf %e, %h : f64
  "circuit.known"(%a) {numpy = "np.pi * 0.25"} : (f64) -> ()
  return
}

// -----

// a qubit index made of an index again
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %k = arith.constant 3 : index
  %i = arith.index_cast %k : index to i64
  %t = tensor.from_elements %i : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %s = stablehlo.subtract %t, %one : tensor<i64>
  %a = tensor.extract %s[] : tensor<i64>
  "circuit.known"(%a) {numpy = "3 - 1"} : (i64) -> ()
  return
}

// -----

// an element by an index: tensor.extract of a row
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %w = stablehlo.constant dense<[0.1, 0.2, 0.3]> : tensor<3xf64>
  %k = arith.constant 2 : index
  %a = tensor.extract %w[%k] : tensor<3xf64>
  "circuit.known"(%a) {numpy = "0.3"} : (f64) -> ()
  return
}

// -----

// angles that a function computes
func.func @circuit(%x: tensor<f64>) {
  %q = "quantum.alloc"() : () -> !quantum.reg
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %h = func.call @half(%two) : (tensor<f64>) -> tensor<f64>
  %a = tensor.extract %h[] : tensor<f64>
  "circuit.known"(%a) {numpy = "1.0"} : (f64) -> ()
  return
}
func.func private @half(%y: tensor<f64>) -> tensor<f64> {
  %d = stablehlo.constant dense<0.5> : tensor<f64>
  %r = stablehlo.multiply %y, %d : tensor<f64>
  return %r : tensor<f64>
}
