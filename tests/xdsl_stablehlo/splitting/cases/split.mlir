// What only the weight decides goes to setup; the weight itself is not needed any more.
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %w : tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// pass: stablehlo-split{names=w}
// => func.func public @setup(%w: tensor<4x4xf32> {jax.arg_info = "w"}) -> (tensor<4x4xf32> {jax.result_info = "w/exponential"}) {
// =>   %0 = stablehlo.abs %w : tensor<4x4xf32>
// =>   %1 = stablehlo.exponential %0 : tensor<4x4xf32>
// =>   return %1 : tensor<4x4xf32>
// => }
// => func.func public @main(%arg0: tensor<4x4xf32> {jax.arg_info = "w/exponential"}, %x: tensor<4xf32> {jax.arg_info = "x"}) -> tensor<4xf32> {
// =>   %0 = stablehlo.dot_general %x, %arg0, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
// =>   return %0 : tensor<4xf32>
// => }
// unevaluated

// -----

// Transposes, broadcasts and conversions to wider types stay: every backend does them as it reads.
func.func @main(%w: tensor<4x2xbf16>, %b: tensor<2xf32>, %x: tensor<3x2xf32>) -> (tensor<2x4xf32>, tensor<3x2xf32>) {
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x2xbf16>) -> tensor<2x4xbf16>
  %1 = stablehlo.convert %0 : (tensor<2x4xbf16>) -> tensor<2x4xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
  %3 = stablehlo.add %x, %2 : tensor<3x2xf32>
  return %1, %3 : tensor<2x4xf32>, tensor<3x2xf32>
}

// pass: stablehlo-split{names=w,b}
// => func.func public @setup(%w: tensor<4x2xbf16> {jax.arg_info = "w"}, %b: tensor<2xf32> {jax.arg_info = "b"}) -> (tensor<4x2xbf16> {jax.result_info = "w"}, tensor<2xf32> {jax.result_info = "b"}) {
// =>   return %w, %b : tensor<4x2xbf16>, tensor<2xf32>
// => }
// => func.func public @main(%w: tensor<4x2xbf16> {jax.arg_info = "w"}, %b: tensor<2xf32> {jax.arg_info = "b"}, %x: tensor<3x2xf32> {jax.arg_info = "x"}) -> (tensor<2x4xf32>, tensor<3x2xf32>) {
// =>   %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<4x2xbf16>) -> tensor<2x4xbf16>
// =>   %1 = stablehlo.convert %0 : (tensor<2x4xbf16>) -> tensor<2x4xf32>
// =>   %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<2xf32>) -> tensor<3x2xf32>
// =>   %3 = stablehlo.add %x, %2 : tensor<3x2xf32>
// =>   return %1, %3 : tensor<2x4xf32>, tensor<3x2xf32>
// => }
// unevaluated

// -----

// What is the same in every iteration, and a table of what the counter decides. The loop does not carry the weights any
// more.
func.func @main(%w: tensor<3x4xf32>, %s: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%i = %c0, %ws = %w, %scale = %s, %y = %x) : tensor<i32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %ws, %i, %zero, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
    %3 = stablehlo.exponential %2 : tensor<4xf32>
    %4 = stablehlo.tanh %scale : tensor<4xf32>
    %5 = stablehlo.multiply %y, %3 : tensor<4xf32>
    %6 = stablehlo.add %5, %4 : tensor<4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %ws, %scale, %6 : tensor<i32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %0#3 : tensor<4xf32>
}

// pass: stablehlo-split{names=w,s}
// => func.func public @setup(%w: tensor<3x4xf32> {jax.arg_info = "w"}, %s: tensor<4xf32> {jax.arg_info = "s"}) -> (tensor<4xf32> {jax.result_info = "s/tanh"}, tensor<3x4xf32> {jax.result_info = "w/while"}) {
// =>   %c0 = stablehlo.constant dense<0> : tensor<i32>
// =>   %one = stablehlo.constant dense<1> : tensor<i32>
// =>   %zero = stablehlo.constant dense<0> : tensor<i32>
// =>   %0 = stablehlo.tanh %s : tensor<4xf32>
// =>   %c = stablehlo.constant dense<0> : tensor<i32>
// =>   %cst = stablehlo.constant dense<0.000000e+00> : tensor<3x4xf32>
// =>   %1:3 = stablehlo.while(%iterArg = %c, %iterArg_0 = %c0, %iterArg_1 = %cst) : tensor<i32>, tensor<i32>, tensor<3x4xf32>
// =>   cond {
// =>     %c_2 = stablehlo.constant dense<3> : tensor<i32>
// =>     %2 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %2 : tensor<i1>
// =>   } do {
// =>     %2 = stablehlo.dynamic_slice %w, %iterArg_0, %zero, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
// =>     %3 = stablehlo.reshape %2 : (tensor<1x4xf32>) -> tensor<4xf32>
// =>     %4 = stablehlo.exponential %3 : tensor<4xf32>
// =>     %j = stablehlo.add %iterArg_0, %one : tensor<i32>
// =>     %c_2 = stablehlo.constant dense<1> : tensor<i32>
// =>     %c_3 = stablehlo.constant dense<0> : tensor<i32>
// =>     %5 = stablehlo.add %iterArg, %c_2 : tensor<i32>
// =>     %6 = stablehlo.reshape %4 : (tensor<4xf32>) -> tensor<1x4xf32>
// =>     %7 = stablehlo.dynamic_update_slice %iterArg_1, %6, %iterArg, %c_3 : (tensor<3x4xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
// =>     stablehlo.return %5, %j, %7 : tensor<i32>, tensor<i32>, tensor<3x4xf32>
// =>   }
// =>   return %0, %1#2 : tensor<4xf32>, tensor<3x4xf32>
// => }
// => func.func public @main(%arg0: tensor<4xf32> {jax.arg_info = "s/tanh"}, %arg1: tensor<3x4xf32> {jax.arg_info = "w/while"}, %x: tensor<4xf32> {jax.arg_info = "x"}) -> tensor<4xf32> {
// =>   %c0 = stablehlo.constant dense<0> : tensor<i32>
// =>   %0:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i32>, tensor<4xf32>
// =>   cond {
// =>     %n = stablehlo.constant dense<3> : tensor<i32>
// =>     %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>     stablehlo.return %1 : tensor<i1>
// =>   } do {
// =>     %c = stablehlo.constant dense<0> : tensor<i32>
// =>     %1 = stablehlo.dynamic_slice %arg1, %i, %c, sizes = [1, 4] : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
// =>     %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
// =>     %one = stablehlo.constant dense<1> : tensor<i32>
// =>     %3 = stablehlo.multiply %y, %2 : tensor<4xf32>
// =>     %4 = stablehlo.add %3, %arg0 : tensor<4xf32>
// =>     %j = stablehlo.add %i, %one : tensor<i32>
// =>     stablehlo.return %j, %4 : tensor<i32>, tensor<4xf32>
// =>   }
// =>   return %0#1 : tensor<4xf32>
// => }
// unevaluated

// -----

// A division in a branch that may not run stays, a root goes.
func.func @main(%w: tensor<i32>, %v: tensor<f32>, %p: tensor<i1>) -> (tensor<i32>, tensor<f32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %1 = stablehlo.divide %seven, %w : tensor<i32>
    %2 = stablehlo.sqrt %v : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }, {
    stablehlo.return %w, %v : tensor<i32>, tensor<f32>
  }) : (tensor<i1>) -> (tensor<i32>, tensor<f32>)
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// pass: stablehlo-split{names=w,v}
// => func.func public @setup(%w: tensor<i32> {jax.arg_info = "w"}, %v: tensor<f32> {jax.arg_info = "v"}) -> (tensor<i32> {jax.result_info = "w"}, tensor<f32> {jax.result_info = "v"}, tensor<f32> {jax.result_info = "v/sqrt"}) {
// =>   %0 = stablehlo.sqrt %v : tensor<f32>
// =>   return %w, %v, %0 : tensor<i32>, tensor<f32>, tensor<f32>
// => }
// => func.func public @main(%w: tensor<i32> {jax.arg_info = "w"}, %v: tensor<f32> {jax.arg_info = "v"}, %arg0: tensor<f32> {jax.arg_info = "v/sqrt"}, %p: tensor<i1> {jax.arg_info = "p"}) -> (tensor<i32>, tensor<f32>) {
// =>   %0:2 = "stablehlo.if"(%p) ({
// =>     %seven = stablehlo.constant dense<7> : tensor<i32>
// =>     %1 = stablehlo.divide %seven, %w : tensor<i32>
// =>     stablehlo.return %1, %arg0 : tensor<i32>, tensor<f32>
// =>   }, {
// =>     stablehlo.return %w, %v : tensor<i32>, tensor<f32>
// =>   }) : (tensor<i1>) -> (tensor<i32>, tensor<f32>)
// =>   return %0#0, %0#1 : tensor<i32>, tensor<f32>
// => }
// unevaluated

// -----

// Equal values cross once, also through calls.
func.func private @scaled(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %w : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = func.call @scaled(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %x : tensor<4xf32>
  %2 = stablehlo.exponential %w : tensor<4xf32>
  %3 = stablehlo.multiply %2, %x : tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// pass: stablehlo-split{names=w}
// => func.func public @setup(%w: tensor<4xf32> {jax.arg_info = "w"}) -> (tensor<4xf32> {jax.result_info = "w/exponential"}) {
// =>   %0 = stablehlo.exponential %w : tensor<4xf32>
// =>   return %0 : tensor<4xf32>
// => }
// => func.func public @main(%arg0: tensor<4xf32> {jax.arg_info = "w/exponential"}, %x: tensor<4xf32> {jax.arg_info = "x"}) -> (tensor<4xf32>, tensor<4xf32>) {
// =>   %0 = stablehlo.add %arg0, %x : tensor<4xf32>
// =>   %1 = stablehlo.multiply %arg0, %x : tensor<4xf32>
// =>   return %0, %1 : tensor<4xf32>, tensor<4xf32>
// => }
// unevaluated

// -----

// Chance stays in main.
func.func @main(%w: tensor<f32>, %x: tensor<f32>) -> tensor<2xf32> {
  %shape = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.exponential %w : tensor<f32>
  %1 = stablehlo.rng %w, %0, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// pass: stablehlo-split{names=w}
// => func.func public @setup(%w: tensor<f32> {jax.arg_info = "w"}) -> (tensor<f32> {jax.result_info = "w"}, tensor<f32> {jax.result_info = "w/exponential"}) {
// =>   %0 = stablehlo.exponential %w : tensor<f32>
// =>   return %w, %0 : tensor<f32>, tensor<f32>
// => }
// => func.func public @main(%w: tensor<f32> {jax.arg_info = "w"}, %arg0: tensor<f32> {jax.arg_info = "w/exponential"}, %x: tensor<f32> {jax.arg_info = "x"}) -> tensor<2xf32> {
// =>   %shape = stablehlo.constant dense<2> : tensor<1xi64>
// =>   %0 = stablehlo.rng %w, %arg0, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
// =>   return %0 : tensor<2xf32>
// => }
// unevaluated

// -----

// Setup of nothing.
func.func @main(%w: tensor<f32>, %x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// pass: stablehlo-split{names=w}
// => func.func public @setup(%w: tensor<f32> {jax.arg_info = "w"}) {
// =>   return
// => }
// => func.func public @main(%x: tensor<f32> {jax.arg_info = "x"}) -> tensor<f32> {
// =>   return %x : tensor<f32>
// => }
// unevaluated

// -----

// Main of nothing.
func.func @main(%w: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %w : tensor<f32>
  return %0 : tensor<f32>
}

// pass: stablehlo-split{names=w}
// => func.func public @setup(%w: tensor<f32> {jax.arg_info = "w"}) -> (tensor<f32> {jax.result_info = "w/exponential"}) {
// =>   %0 = stablehlo.exponential %w : tensor<f32>
// =>   return %0 : tensor<f32>
// => }
// => func.func public @main(%arg0: tensor<f32> {jax.arg_info = "w/exponential"}) -> tensor<f32> {
// =>   return %arg0 : tensor<f32>
// => }
// unevaluated

// -----

func.func @main(%w: tensor<f32>) -> tensor<f32> {
  return %w : tensor<f32>
}

// pass: stablehlo-split{names=v}
// error: stablehlo-split: @main has no argument 'v'; nearest: w

// -----

// What several names begin with is offered, too.
func.func @main(%w: tensor<f32> {jax.arg_info = "params['w']"}, %x: tensor<f32>) -> tensor<f32> {
  return %w : tensor<f32>
}

// pass: stablehlo-split{names=param}
// error: stablehlo-split: @main has no argument 'param'; nearest: params, params['w'], x
