// Programs of test_rulings.py: Rulings on outcomes that are given, and on implementations with faults put in by hand.

// -----
// sum
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = stablehlo.add %x, %y : tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----
// quotient
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.divide %x, %y : tensor<i32>
  return %r : tensor<i32>
}

// -----
// not read
func.func @main(%x: tensor<i32>, %y: tensor<i32>) -> tensor<i32> {
  %q = stablehlo.divide %x, %y : tensor<i32>
  return %x : tensor<i32>
}

// -----
// quotients
func.func @main(%x: tensor<2xi32>, %y: tensor<i32>) -> tensor<i32> {
  %r = stablehlo.reduce(%x init: %y) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %q = stablehlo.divide %a, %b : tensor<i32>
    stablehlo.return %q : tensor<i32>
  }
  return %r : tensor<i32>
}

// -----
// sorted
func.func @main(%x: tensor<3xi32>, %z: tensor<i32>) -> tensor<3xi32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %q = stablehlo.divide %a, %z : tensor<i32>
    %s = stablehlo.divide %b, %z : tensor<i32>
    %p = stablehlo.compare LT, %q, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  return %r : tensor<3xi32>
}

// -----
// sine and sum
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.sine %0 : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----
// what is built in gives results of every kind
func.func @main(%x: tensor<2xbf16>, %y: tensor<2xi4>, %z: tensor<2xcomplex<f32>>)
        -> (tensor<2xbf16>, tensor<2xi4>, tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<complex<f32>>) {
      %a = stablehlo.add %x, %x : tensor<2xbf16>
      %b = stablehlo.negate %y : tensor<2xi4>
      %c = stablehlo.negate %z : tensor<2xcomplex<f32>>
      %d = stablehlo.compare LT, %x, %a : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xi1>
      %e = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f32>>
      return %a, %b, %c, %d, %e
        : tensor<2xbf16>, tensor<2xi4>, tensor<2xcomplex<f32>>, tensor<2xi1>, tensor<complex<f32>>
    }

// -----
// integer products may saturate only where they overflow
func.func @main(%x: tensor<2xui8>, %y: tensor<2xui8>) -> tensor<ui8> {
      %r = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0]
        : (tensor<2xui8>, tensor<2xui8>) -> tensor<ui8>
      return %r : tensor<ui8>
    }
