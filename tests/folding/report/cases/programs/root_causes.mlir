// Programs of test_root_causes.py: What ops that stay wait for in the end, and what would fold if that were known.

// -----
// layer

func.func @main(
    %x: tensor<4xf32>, %w: tensor<4xf32> {jax.arg_info = "params['w']"} loc("net.py":7:3)
) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %a = stablehlo.add %w, %c : tensor<4xf32>
  %b = stablehlo.sine %a : tensor<4xf32> loc("net.py":8:3)
  %m = stablehlo.multiply %b, %x : tensor<4xf32>
  return %m : tensor<4xf32>
}


// -----
// calls regions and loops are looked through

func.func @main(%n: tensor<i32>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %i, %s = stablehlo.while(%a = %zero, %b = %x) : tensor<i32>, tensor<i32>
   cond {
    %p = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %a1 = stablehlo.add %a, %one : tensor<i32>
    %b1 = stablehlo.multiply %b, %b : tensor<i32>
    stablehlo.return %a1, %b1 : tensor<i32>, tensor<i32>
  }
  %c = func.call @callee(%n) : (tensor<i32>) -> tensor<i32>
  return %s, %c : tensor<i32>, tensor<i32>
}
func.func private @callee(%v: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.negate %v : tensor<i32>
  return %r : tensor<i32>
}


// -----
// ops with effects or without a result are causes

func.func @main() -> (tensor<4xi32>, tensor<4xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %e = stablehlo.custom_call @noise(%i) : (tensor<4xi32>) -> tensor<4xi32> loc("f.py":1:2)
  %n = stablehlo.negate %e : tensor<4xi32>
  %z = stablehlo.subtract %i, %i : tensor<4xi32>
  %d = stablehlo.divide %i, %z : tensor<4xi32>
  %a = stablehlo.abs %d : tensor<4xi32>
  return %n, %a : tensor<4xi32>, tensor<4xi32>
}


// -----
// nothing waits for what is known and too large

func.func @main(%x: tensor<512xf32>) -> tensor<512xf32> {
  %i = stablehlo.iota dim = 0 : tensor<512xf32>
  %s = stablehlo.sine %i : tensor<512xf32>
  %r = stablehlo.add %x, %s : tensor<512xf32>
  return %r : tensor<512xf32>
}

