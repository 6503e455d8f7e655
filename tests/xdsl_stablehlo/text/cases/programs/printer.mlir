// Programs of test_printer.py: Programs to text: what C++ MLIR prints, character by character.

// -----
// functions

module @m attributes {x.b = 1 : i32, x.a = [1, 2.0, "s"]} {
  func.func public @main(%a: tensor<2xf32> {jax.arg_info = "x", a.b}, %b: tensor<f32>)
      -> (tensor<2xf32> {jax.result_info = ""}) attributes {no_inline} {
    %0:2 = call @g(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    return %0#1 : tensor<2xf32>
  }
  func.func private @g(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
    return %x, %x : tensor<2xf32>, tensor<2xf32>
  }
  func.func private @h() -> ()
  func.func private @i(tensor<f32> {a.b = 1 : i32}, tensor<2xf32>) -> (tensor<f32> {c.d})
}

// -----
// names

func.func @f(%p: tensor<i32>, %q: tensor<2xf32>) -> tensor<2xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %d = stablehlo.constant dense<2> : tensor<i32>
  %e = stablehlo.constant dense<1.0> : tensor<2xf32>
  %f = stablehlo.constant dense<2.0> : tensor<2xf32>
  %w:2 = stablehlo.while(%i = %c, %s = %e) : tensor<i32>, tensor<2xf32> cond {
    %l = stablehlo.constant dense<9> : tensor<i32>
    %t = stablehlo.compare LT, %i, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    %n = stablehlo.add %i, %d : tensor<i32>
    %m = func.call @f(%n, %s) : (tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %n, %m : tensor<i32>, tensor<2xf32>
  }
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%w#1 init: %z) applies stablehlo.add across dimensions = [0]
    : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %k = stablehlo.add %w#1, %f : tensor<2xf32>
  return %k : tensor<2xf32>
}

// -----
// regions

func.func @f(%p: tensor<i1>, %x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.reduce"(%x, %i) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = stablehlo.maximum %b, %a : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %i : tensor<f32>
  }) {b = "x", a} : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----
// result names

func.func @f(%s: tensor<2xui64>, %x: tensor<2x2xf32>, %v: tensor<2xf32>) {
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %1:3 = "stablehlo.batch_norm_training"(%x, %v, %v) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64}
    : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %2:2 = chlo.top_k(%v, k = 1) : tensor<2xf32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----
// attributes

func.func @f() {
  %0 = stablehlo.constant {
    a = [1, 2], b = 1 : i32, d = [1 : i32, true, 1.0, 1.0 : f32], e = {z = 1, a = 1.5}, f = "a\"b\0Aé", g,
    h = array<i64: 1, 2>, i = @f::@"g h", j = tensor<2xf32>, k = array<f32: 0x7F800000, 1.5>,
    l = array<i1: true, false>, m = 0x7FC00001 : f32, n = unit, o = 7 : index, p = dense<1> : tensor<2xi64>,
    q = -1 : si8, r = 255 : ui8, t = (i32) -> (), u = [], v = {}, "w x" = 0.1 : bf16
  } dense<1.0> : tensor<2xf32>
  return
}

// -----
// debug

module @m {
  func.func @f(%x: tensor<2xf32> loc("x")) -> tensor<2xf32> {
    %0 = stablehlo.abs %x : tensor<2xf32> loc("f.py":1:2)
    %1 = stablehlo.abs %0 : tensor<2xf32> loc("n"("f.py":1:2))
    %2 = stablehlo.abs %1 : tensor<2xf32> loc(callsite("g" at "n"("f.py":1:2)))
    %3 = stablehlo.abs %2 : tensor<2xf32> loc(fused<"p">["g", "h"("f.py":1:2 to :9)])
    %4 = stablehlo.abs %3 : tensor<2xf32> loc(unknown)
    return %4 : tensor<2xf32> loc("f.py":1:2)
  } loc("f.py":3:4)
}

