// Programs of test_rewriting.py: functions before and after.

// -----
// given
// About the file.
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> { // head
  %position   = stablehlo.iota dim = 0 : tensor<3xf32>
  // the angle
  // in radians
  %angle = stablehlo.cosine %position : tensor<3xf32> // cosine
  %7 = "stablehlo.multiply"(%x, %angle) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%position init: %zero) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      // in order
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
      // of the body
    }
  %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %r = stablehlo.add %7, %all : tensor<3xf32>
  return %r : tensor<3xf32>
  // end
} // behind
// last

// -----
// formatted
// About the file.
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> { // head
  %position = stablehlo.iota dim = 0 : tensor<3xf32>
  // the angle
  // in radians
  %angle = stablehlo.cosine %position : tensor<3xf32> // cosine
  %0 = stablehlo.multiply %x, %angle : tensor<3xf32>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  // in order
  %sum = stablehlo.reduce(%position init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  // of the body
  %all = stablehlo.broadcast_in_dim %sum, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %r = stablehlo.add %0, %all : tensor<3xf32>
  return %r : tensor<3xf32>
  // end
  // behind
}
// last

// -----
// folded
// About the file.
func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> { // head
  // the angle
  // in radians
  %angle = stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845]> : tensor<3xf32> // cosine
  %0 = stablehlo.multiply %x, %angle : tensor<3xf32>
  // in order
  // of the body
  %all = stablehlo.constant dense<3.000000e+00> : tensor<3xf32>
  %r = stablehlo.add %0, %all : tensor<3xf32>
  return %r : tensor<3xf32>
  // end
  // behind
}
// last

// -----
// in a module
#loc = loc("here")
module attributes {a.b = 1 : i32} {
  // kept
  func.func @main(%x:tensor<i32>)->tensor<i32> {
      %0 = stablehlo.add %x,%x : tensor<i32>


      return %0 : tensor<i32>
  }

  func.func @located(%x:tensor<i32>)->tensor<i32> {
      %0 = stablehlo.add %x,%x : tensor<i32> loc(#loc)
      return %0 : tensor<i32>
  }
  func.func @broken(%x:tensor<i32>)->tensor<i32> {
      %0 = stablehlo.add %x,%y : tensor<i32>
      return %0 : tensor<i32>
  }
}

// -----
// in a module, formatted
#loc = loc("here")
module attributes {a.b = 1 : i32} {
  // kept
  func.func @main(%x: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.add %x, %x : tensor<i32>
    return %0 : tensor<i32>
  }

  func.func @located(%x:tensor<i32>)->tensor<i32> {
      %0 = stablehlo.add %x,%x : tensor<i32> loc(#loc)
      return %0 : tensor<i32>
  }
  func.func @broken(%x:tensor<i32>)->tensor<i32> {
      %0 = stablehlo.add %x,%y : tensor<i32>
      return %0 : tensor<i32>
  }
}

// -----
// called
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  return %x : tensor<i32>
}
func.func private @pair(%x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  return %x, %x : tensor<i32>, tensor<i32>
}
func.func @main(%x: tensor<i32>, %s: !stablehlo.token, %d: tensor<?xf32>) -> tensor<i32> {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %0 = func.call @f(%two) : (tensor<i32>) -> tensor<i32>
  %1:2 = func.call @pair(%two) : (tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %2 = stablehlo.add %0, %1#1 : tensor<i32> %3 = stablehlo.add %0, %x : tensor<i32>
  %4 = stablehlo.add %2, %3 : tensor<i32> loc("here")
  return %4 : tensor<i32>
}

// -----
// quoted
func.func private @f() -> tensor<i1> {
  %c = stablehlo.constant dense<1> : tensor<i1>
  return %c : tensor<i1>
}
func.func @main() -> tensor<i1> {
  %0 = func.call @"f"() : () -> tensor<i1>
  return %0 : tensor<i1>
}
