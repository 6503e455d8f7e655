// Programs of faults.py: Raising at any line of the folder, and telling whether a module is still what it was.

// -----
// calls

module @calls {
  func.func public @main(%x: tensor<4xf32> {jax.arg_info = "x"}, %n: tensor<i32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>) {
    %two = stablehlo.constant dense<2.0> : tensor<4xf32> loc("two")
    %three = stablehlo.constant {note = "kept"} dense<[3.0, 1.0, 4.0, 1.0]> : tensor<4xf32>
    %again = stablehlo.constant dense<2.0> : tensor<4xf32>
    %unread = stablehlo.add %x, %x : tensor<4xf32>
    %five = stablehlo.add %two, %three : tensor<4xf32> loc("sum"("a.py":1:2))
    %a = func.call @scaled(%x, %two) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %b = func.call @scaled(%a, %three) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %c = func.call @shifted(%b, %again) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %d = func.call @whole(%five) : (tensor<4xf32>) -> tensor<4xf32>
    %e = stablehlo.multiply %c, %d : tensor<4xf32>
    %t = stablehlo.tuple %e, %five : tuple<tensor<4xf32>, tensor<4xf32>>
    %f = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
    %g = stablehlo.custom_call @triple(%five) : (tensor<4xf32>) -> tensor<4xf32>
    %h = stablehlo.add %f, %g : tensor<4xf32>
    %k = stablehlo.optimization_barrier %five : tensor<4xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %o = stablehlo.divide %zero, %zero : tensor<i32>
    return %h, %k, %o : tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  func.func private @scaled(%v: tensor<4xf32> {a.b = 1 : i32}, %by: tensor<4xf32> {a.b = 2 : i32}) -> tensor<4xf32> {
    %square = stablehlo.multiply %by, %by : tensor<4xf32>
    %r = stablehlo.multiply %v, %square : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @shifted(%v: tensor<4xf32>, %by: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.add %v, %by : tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @whole(%v: tensor<4xf32>) -> tensor<4xf32> {
    %r = func.call @shifted(%v, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  func.func private @declared(tensor<4xf32>) -> tensor<4xf32>
  module @inner {
    func.func @main() -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r = stablehlo.add %one, %one : tensor<i32>
      return %r : tensor<i32>
    }
  }
}


// -----
// control

module @control {
  func.func public @main(%x: tensor<2x3xf32>, %p: tensor<i1>, %i: tensor<i32>)
      -> (tensor<2x3xf32>, tensor<?x3xf32>, tensor<i32>, tensor<6x3xf32>, tensor<i32>) {
    %true = stablehlo.constant dense<true> : tensor<i1>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
    %zeros = stablehlo.constant dense<0.0> : tensor<2x3xf32>
    %taken = "stablehlo.if"(%true) ({
      %y = stablehlo.negate %x : tensor<2x3xf32>
      %z = stablehlo.add %y, %zeros : tensor<2x3xf32>
      stablehlo.return %z : tensor<2x3xf32>
    }, {
      %y = stablehlo.abs %x : tensor<2x3xf32>
      stablehlo.return %y : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %passed = "stablehlo.if"(%true) ({
      stablehlo.return %x : tensor<2x3xf32>
    }, {
      stablehlo.return %zeros : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %open = "stablehlo.if"(%p) ({
      %y = stablehlo.add %one, %ten : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }, {
      %y = stablehlo.subtract %ten, %one : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    %case = "stablehlo.case"(%one) ({
      stablehlo.return %i : tensor<i32>
    }, {
      %y = stablehlo.multiply %i, %ten : tensor<i32>
      stablehlo.return %y : tensor<i32>
    }, {
      %y = func.call @gone(%i) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %y : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>
    %known = stablehlo.while(%n = %one) : tensor<i32>
    cond {
      %less = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %more = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %more : tensor<i32>
    }
    %loop:2 = stablehlo.while(%n = %case, %step = %one) : tensor<i32>, tensor<i32>
    cond {
      %less = stablehlo.compare LT, %n, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %twice = stablehlo.add %step, %step : tensor<i32>
      %more = stablehlo.add %n, %twice : tensor<i32>
      stablehlo.return %more, %step : tensor<i32>, tensor<i32>
    }
    %false = stablehlo.constant dense<false> : tensor<i1>
    %never = stablehlo.while(%n = %loop#0) : tensor<i32>
    cond {
      stablehlo.return %false : tensor<i1>
    } do {
      stablehlo.return %n : tensor<i32>
    }
    %wide = stablehlo.dynamic_reshape %taken, %shape : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
    %spread = stablehlo.dynamic_broadcast_in_dim %passed, %shape, dims = [0, 1]
      : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %chosen = stablehlo.select %true, %spread, %taken : tensor<i1>, tensor<2x3xf32>
    %joined = stablehlo.concatenate %zeros, %zeros, %chosen, dim = 0
      : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
    %size = stablehlo.get_dimension_size %wide, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %sum = stablehlo.add %open, %known : tensor<i32>
    %all = stablehlo.add %sum, %size : tensor<i32>
    return %chosen, %wide, %never, %joined, %all
      : tensor<2x3xf32>, tensor<?x3xf32>, tensor<i32>, tensor<6x3xf32>, tensor<i32>
  }
  func.func @blocks(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %two = stablehlo.add %one, %one : tensor<i32>
    "test.jump"(%two)[^next] : (tensor<i32>) -> ()
  ^next(%n: tensor<i32>):
    %unread = stablehlo.add %n, %two : tensor<i32>
    %r = stablehlo.add %n, %x : tensor<i32>
    return %r : tensor<i32>
  }
  func.func private @gone(%x: tensor<i32>) -> tensor<i32> {
    "test.jump"(%x)[^next] : (tensor<i32>) -> ()
  ^next(%n: tensor<i32>):
    return %n : tensor<i32>
  }
}

