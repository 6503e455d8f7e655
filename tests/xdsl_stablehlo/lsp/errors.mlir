// Every error of a function, and those of all functions.

!T = tensor<4xf32>
func.func @a(%x: !T) -> !T {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %0 = stablehlo.add %x, %y : !T
  // expected-error@+1 {{'f33' is not the type of an element}}
  %1 = stablehlo.multiply %0, %x : tensor<4xf33>
  // expected-error@+1 {{custom op 'stablehlo.frobnicate' is unknown}}
  %2 = stablehlo.frobnicate %1 : !T
  // expected-error@+1 {{permutation of [0] but got 1 (C2)}}
  %3 = "stablehlo.transpose"(%2) <{permutation = array<i64: 1>}> : (!T) -> !T
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0 (C2)}}
  %4 = stablehlo.reverse %3, dims = [0, 0] : !T
  // expected-error@+1 {{iota dimension cannot go beyond the output rank. (C1)}}
  %5 = stablehlo.iota dim = 3 : tensor<4xf32>
  return %5 : !T
}

func.func @b(%x: tensor<2xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{Out-of-bounds dimension 2, expected to be in range [0, 1) (C4)}}
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [2] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{operand type mismatch: expected operand type 'tensor<4xf32>'}}
  %1 = func.call @a(%x) : (tensor<2xf32>) -> tensor<3xf32>
  // expected-error@+1 {{'nope' does not reference a valid function}}
  %2 = func.call @nope(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

func.func @c(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{undefined symbol alias '#loc7'}}
  return %x : tensor<2xf32> loc(#loc7)
}

// -----
// A function without an end hides nothing of the next one; one whose head is broken does not make its calls wrong.

func.func @open(%x: tensor<i32>) -> tensor<i32> {
  // expected-error@+1 {{expected '}' at the end of a region}}
  return %x : tensor<i32>

// expected-error@+1 {{expected non-function type}}
func.func @head(%x: ) -> tensor<i32> {
  return %x : tensor<i32>
}

func.func @calls(%x: tensor<i32>) -> tensor<i32> {
  %0 = func.call @head(%x) : (tensor<i32>) -> tensor<i32>
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0 (C2)}}
  %1 = stablehlo.reverse %0, dims = [0, 0] : tensor<i32>
  return %1 : tensor<i32>
}

// -----
// An op with regions that cannot be read is left out as a whole; ops in regions have errors of their own.

func.func @regions(%x: tensor<2xf32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{custom op 'stablehlo.reduze' is unknown}}
  %0 = stablehlo.reduze(%x init: %z) across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }
  %2 = "stablehlo.reduce"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    // expected-error@+1 {{expected SSA operand}}
    %1 = stablehlo.add %a, : tensor<f32>
    // expected-error@+1 {{does not support scalars. (C1)}}
    %3 = stablehlo.iota dim = 0 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----
// Without a type at the end of its line, an op takes its readers with it, without a word.

func.func @untyped(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{expected ':'}}
  %0 = stablehlo.add %x, %x
  %1 = stablehlo.add %0, %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----
// expected-error@+1 {{expected attribute value}}
#a = %b
module attributes {f.g = 1} {
  func.func @main() {
    return
  }
  // expected-error@+1 {{redefinition of symbol named 'main'}}
  func.func @main() {
    return
  }
}

// -----
// What JAX writes has no errors: locations, in aliases that are defined at the end of the file.

module @jit_f {
  func.func public @main(%arg0: tensor<f32> loc("x")) -> (tensor<f32> {jax.result_info = ""}) {
    %0 = stablehlo.sine %arg0 : tensor<f32> loc(#loc2)
    return %0 : tensor<f32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc = loc(unknown)
#loc1 = loc("/home/f.py":3:4 to 5:6)
#loc2 = loc(callsite("jit(f)/sin"(#loc1) at #loc1))
