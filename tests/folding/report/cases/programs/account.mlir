// Programs of test_account.py: What a report says became of each op: its figures agree with each other and with
// counts made here. What is counted here is the program before and after, object by object. Which ops led to which
// constant is asked of programs without regions, calls and rules, where it can be told by looking at each constant in
// turn.

// -----
// tables

func.func @main(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %ten = stablehlo.constant dense<10.0> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %n = stablehlo.negate %i : tensor<4xf32>
  %w = stablehlo.power %ten, %n : tensor<4xf32>
  %p = stablehlo.iota dim = 0 : tensor<3xf32>
  %a = stablehlo.dot_general %p, %w, contracting_dims = [] x [] : (tensor<3xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %s = stablehlo.sine %a : tensor<3x4xf32>
  %c = stablehlo.cosine %a : tensor<3x4xf32>
  %r = stablehlo.multiply %x, %s : tensor<3x4xf32>
  %t = stablehlo.multiply %y, %c : tensor<3x4xf32>
  return %r, %t : tensor<3x4xf32>, tensor<3x4xf32>
}


// -----
// calls

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %r = func.call @f(%c, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = func.call @f(OTHER, %r) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func private @f(%c: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %k = stablehlo.cosine %i : tensor<4xf32>
  %m = stablehlo.multiply %k, %c : tensor<4xf32>
  %a = stablehlo.add %m, %x : tensor<4xf32>
  return %a : tensor<4xf32>
}


// -----
// what a result does not need did not go into it

        %t = stablehlo.tanh %x : tensor<?xf32>
        %n = stablehlo.get_dimension_size %z, dim = 0 : (tensor<4xf32>) -> tensor<i32>
        %z2 = stablehlo.sine %z : tensor<4xf32>
        %k = stablehlo.get_dimension_size %z2, dim = 0 : (tensor<4xf32>) -> tensor<i32>
        %r = stablehlo.add %n, %k : tensor<i32>

// -----
// what a rule makes of other values did not go into a constant

    func.func @main(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<i32>) {
      %y = stablehlo.tanh %x : tensor<2x3xf32>
      %a = stablehlo.reshape %y : (tensor<2x3xf32>) -> tensor<6xf32>
      %b = stablehlo.reshape %a : (tensor<6xf32>) -> tensor<3x2xf32>
      %k = stablehlo.constant dense<3> : tensor<i32>
      %s = stablehlo.add %k, %k : tensor<i32>
      return %b, %s : tensor<3x2xf32>, tensor<i32>
    }

// -----
// what is passed on is no evaluation

    func.func @main(%x: tensor<3xi32>) -> tensor<3xi32> {
      %c = stablehlo.constant dense<[4, 5, 6]> : tensor<3xi32>
      %r = func.call @f(%c, %x) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
      return %r : tensor<3xi32>
    }
    func.func private @f(%c: tensor<3xi32>, %x: tensor<3xi32>) -> tensor<3xi32> {
      %r = stablehlo.add %c, %x : tensor<3xi32>
      return %r : tensor<3xi32>
    }

// -----
// one of a thing is said in the singular
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %c = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
      %s = stablehlo.sine %c : tensor<2xf32>
      %r = stablehlo.atan2 %x, %s : tensor<2xf32>
      return %r : tensor<2xf32>
    }
