// Which constants go with what is folded, and so pay for a larger one.

// -----

// A private function with one call pays with its constants.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// A public function pays nothing.
func.func @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged
// kept: func.call element-limit
// kept: stablehlo.add element-limit

// -----

// A function with two calls pays nothing.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @other() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  return %w : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// A function that is mentioned pays nothing.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @other() -> tensor<4xi32> {
  %w = stablehlo.custom_call @t() {called_computations = [@weights]} : () -> tensor<4xi32>
  return %w : tensor<4xi32>
}

// fold: fold-op-element-limit=2, unevaluated
// unchanged

// -----

// Single bytes pay.
func.func @main() -> tensor<2xi8> {
  %a = stablehlo.constant dense<1> : tensor<1xi8>
  %b = stablehlo.constant dense<2> : tensor<1xi8>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi8>, tensor<1xi8>) -> tensor<2xi8>
  return %r : tensor<2xi8>
}

// fold: fold-op-element-limit=1
// => func.func @main() -> tensor<2xi8> {
// =>   %r = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
// =>   return %r : tensor<2xi8>
// => }

// -----

// A call that gives the constant itself pays for it.
func.func private @weights() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %w : tensor<4xi32>
}
func.func @main() -> tensor<4xi32> {
  %w = call @weights() : () -> tensor<4xi32>
  return %w : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi32> {
// =>   %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// =>   return %w : tensor<4xi32>
// => }

// -----

// A constant pays up to its bytes: to elements of twice the bytes.
// 16 bytes pay for 16 bytes, not for 32.
func.func @main() -> tensor<4xi64> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// fold: fold-op-element-limit=4
// => func.func @main() -> tensor<4xi64> {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
// =>   return %r : tensor<4xi64>
// => }

// fold: fold-op-element-limit=3
// unchanged

// -----

// A constant pays up to its bytes: to elements of as many bytes.
func.func @main() -> tensor<4xui32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xui32>
  return %r : tensor<4xui32>
}

// fold: fold-op-element-limit=4
// => func.func @main() -> tensor<4xui32> {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
// =>   return %r : tensor<4xui32>
// => }

// fold: fold-op-element-limit=3
// => func.func @main() -> tensor<4xui32> {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui32>
// =>   return %r : tensor<4xui32>
// => }

// -----

// Several constants pay together: both go.
func.func @main() -> tensor<4xi32> {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Several constants pay together: one of them is read elsewhere, so that only the other one goes.
func.func @main() -> (tensor<4xi32>, tensor<2xi32>) {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  return %r, %b : tensor<4xi32>, tensor<2xi32>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// What is left of a constant pays for another one: one result.
// Eight bytes of 16 are spent, and so are the others; a third constant finds nothing left.
func.func @main() -> tensor<4xi16> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r0 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xi16>
  %r1 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xui16>
  %r2 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xf16>
  return %r0 : tensor<4xi16>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> tensor<4xi16> {
// =>   %r0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
// =>   return %r0 : tensor<4xi16>
// => }

// -----

// What is left of a constant pays for another one: two results.
func.func @main() -> (tensor<4xi16>, tensor<4xui16>) {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r0 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xi16>
  %r1 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xui16>
  %r2 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xf16>
  return %r0, %r1 : tensor<4xi16>, tensor<4xui16>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> (tensor<4xi16>, tensor<4xui16>) {
// =>   %r0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi16>
// =>   %r1 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xui16>
// =>   return %r0, %r1 : tensor<4xi16>, tensor<4xui16>
// => }

// -----

// What is left of a constant pays for another one: three results.
func.func @main() -> (tensor<4xi16>, tensor<4xui16>, tensor<4xf16>) {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r0 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xi16>
  %r1 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xui16>
  %r2 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xf16>
  return %r0, %r1, %r2 : tensor<4xi16>, tensor<4xui16>, tensor<4xf16>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// Plans are made again without what turned out to stay.
// Each constant seems to pay for a result, until it is found to be read by what cannot be paid for.
func.func @main() -> (tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>) {
  %w0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %a0 = stablehlo.add %w0, %w0 : tensor<4xi32>
  %b0 = stablehlo.convert %w0 : (tensor<4xi32>) -> tensor<4xi64>
  %w1 = stablehlo.constant dense<[1, 2, 3, 5]> : tensor<4xi32>
  %a1 = stablehlo.add %w1, %w1 : tensor<4xi32>
  %b1 = stablehlo.convert %w1 : (tensor<4xi32>) -> tensor<4xi64>
  %w2 = stablehlo.constant dense<[1, 2, 3, 6]> : tensor<4xi32>
  %a2 = stablehlo.add %w2, %w2 : tensor<4xi32>
  %b2 = stablehlo.convert %w2 : (tensor<4xi32>) -> tensor<4xi64>
  return %b0, %a0, %b1, %a1, %b2, %a2 : tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>, tensor<4xi64>, tensor<4xi32>
}

// fold: fold-op-element-limit=2
// unchanged

// -----

// Growth is paid for as well: by what is freed.
// The constant fits the element limit, but the module may not grow: what it frees pays for it.
func.func @main() -> tensor<4xi32> {
  %w = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %r = stablehlo.add %w, %w : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: growth-budget=0
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[2, 4, 6, 8]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Growth is paid for as well: by the budget.
func.func @main() -> tensor<4xi32> {
  %i = stablehlo.iota dim = 0 : tensor<4xi32>
  %r = stablehlo.add %i, %i : tensor<4xi32>
  return %r : tensor<4xi32>
}

// fold: growth-budget=15
// unchanged
// kept: stablehlo.add growth-budget
// kept: stablehlo.iota growth-budget

// fold: growth-budget=16
// => func.func @main() -> tensor<4xi32> {
// =>   %r = stablehlo.constant dense<[0, 2, 4, 6]> : tensor<4xi32>
// =>   return %r : tensor<4xi32>
// => }

// -----

// Splats are exempt from the element limit and count as one element.
func.func @main() -> tensor<100xi32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %r = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<100xi32>
  return %r : tensor<100xi32>
}

// fold: fold-op-element-limit=1, growth-budget=4
// => func.func @main() -> tensor<100xi32> {
// =>   %r = stablehlo.constant dense<3> : tensor<100xi32>
// =>   return %r : tensor<100xi32>
// => }

// fold: growth-budget=3
// => func.func @main() -> tensor<100xi32> {
// =>   %r = stablehlo.constant dense<3> : tensor<100xi32>
// =>   return %r : tensor<100xi32>
// => }

// -----

// The messages of the limits say the numbers.
func.func @main() -> tensor<9xi32> {
  %r = stablehlo.iota dim = 0 : tensor<9xi32>
  return %r : tensor<9xi32>
}

// fold: fold-op-element-limit=8
// unchanged
// kept: stablehlo.iota element-limit: has 9 elements, fold-op-element-limit is 8

// fold: growth-budget=35
// unchanged
// kept: stablehlo.iota growth-budget: adds 36 bytes to a module that may grow by 35

// -----

// Constants that would be made because an op stays pay for its result, as they would in a second fold.
func.func @main() -> tensor<16xf32> {
  %a = stablehlo.iota dim = 0 : tensor<8xf32>
  %b = stablehlo.cosine %a : tensor<8xf32>
  %c = stablehlo.sine %a : tensor<8xf32>
  %r = stablehlo.concatenate %b, %c, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// fold: fold-op-element-limit=8
// => func.func @main() -> tensor<16xf32> {
// =>   %r = stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845, -0.989992499, -0.653643608, 0.2836622, 0.960170269, 0.753902256, 0.000000e+00, 0.841470957, 0.909297406, 1.411200e-01, -0.756802499, -0.958924293, -0.279415488, 0.656986594]> : tensor<16xf32>
// =>   return %r : tensor<16xf32>
// => }

// -----

// They do not where another op reads them, so that they are made all the same.
func.func @main(%x: tensor<8xf32>) -> (tensor<16xf32>, tensor<8xf32>) {
  %a = stablehlo.iota dim = 0 : tensor<8xf32>
  %b = stablehlo.cosine %a : tensor<8xf32>
  %c = stablehlo.sine %a : tensor<8xf32>
  %s = stablehlo.add %c, %x : tensor<8xf32>
  %r = stablehlo.concatenate %b, %c, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %r, %s : tensor<16xf32>, tensor<8xf32>
}

// fold: fold-op-element-limit=8
// => func.func @main(%x: tensor<8xf32>) -> (tensor<16xf32>, tensor<8xf32>) {
// =>   %b = stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845, -0.989992499, -0.653643608, 0.2836622, 0.960170269, 0.753902256]> : tensor<8xf32>
// =>   %c = stablehlo.constant dense<[0.000000e+00, 0.841470957, 0.909297406, 1.411200e-01, -0.756802499, -0.958924293, -0.279415488, 0.656986594]> : tensor<8xf32>
// =>   %s = stablehlo.add %c, %x : tensor<8xf32>
// =>   %r = stablehlo.concatenate %b, %c, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
// =>   return %r, %s : tensor<16xf32>, tensor<8xf32>
// => }

// -----

// So do those in a function that is there for one call.
func.func @main() -> tensor<16xf32> {
  %a = stablehlo.iota dim = 0 : tensor<8xf32>
  %r = call @both(%a) : (tensor<8xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
func.func private @both(%a: tensor<8xf32>) -> tensor<16xf32> {
  %b = stablehlo.cosine %a : tensor<8xf32>
  %c = stablehlo.sine %a : tensor<8xf32>
  %r = stablehlo.concatenate %b, %c, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// fold: fold-op-element-limit=8
// => func.func @main() -> tensor<16xf32> {
// =>   %r = stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845, -0.989992499, -0.653643608, 0.2836622, 0.960170269, 0.753902256, 0.000000e+00, 0.841470957, 0.909297406, 1.411200e-01, -0.756802499, -0.958924293, -0.279415488, 0.656986594]> : tensor<16xf32>
// =>   return %r : tensor<16xf32>
// => }

// -----

// And those that stand for arguments: the body of the function is folded with them.
func.func @main(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %a = stablehlo.iota dim = 0 : tensor<8xf32>
  %b = stablehlo.cosine %a : tensor<8xf32>
  %r = call @times(%b, %x) : (tensor<8xf32>, tensor<9xf32>) -> tensor<9xf32>
  %s = call @times(%b, %r) : (tensor<8xf32>, tensor<9xf32>) -> tensor<9xf32>
  return %r, %s : tensor<9xf32>, tensor<9xf32>
}
func.func private @times(%b: tensor<8xf32>, %x: tensor<9xf32>) -> tensor<9xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %t = stablehlo.pad %b, %z, low = [0], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<9xf32>
  %r = stablehlo.multiply %t, %x : tensor<9xf32>
  return %r : tensor<9xf32>
}

// fold: fold-op-element-limit=8
// => func.func @main(%x: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
// =>   %r = call @times(%x) : (tensor<9xf32>) -> tensor<9xf32>
// =>   %s = call @times(%r) : (tensor<9xf32>) -> tensor<9xf32>
// =>   return %r, %s : tensor<9xf32>, tensor<9xf32>
// => }
// => func.func private @times(%x: tensor<9xf32>) -> tensor<9xf32> {
// =>   %t = stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845, -0.989992499, -0.653643608, 0.2836622, 0.960170269, 0.753902256, 0.000000e+00]> : tensor<9xf32>
// =>   %r = stablehlo.multiply %t, %x : tensor<9xf32>
// =>   return %r : tensor<9xf32>
// => }

// -----

// A constant that was computed with all its elements the same is a splat, as the one in its place will be.
func.func @main() -> (tensor<3xbf16>, tensor<3xi32>, tensor<3xi32>) {
  %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
  %less = stablehlo.compare LT, %a, %b : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %r = stablehlo.convert %less : (tensor<3xi1>) -> tensor<3xbf16>
  return %r, %a, %b : tensor<3xbf16>, tensor<3xi32>, tensor<3xi32>
}

// fold: fold-op-element-limit=2
// => func.func @main() -> (tensor<3xbf16>, tensor<3xi32>, tensor<3xi32>) {
// =>   %a = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
// =>   %b = stablehlo.constant dense<[2, 3, 4]> : tensor<3xi32>
// =>   %r = stablehlo.constant dense<1.000000e+00> : tensor<3xbf16>
// =>   return %r, %a, %b : tensor<3xbf16>, tensor<3xi32>, tensor<3xi32>
// => }

// -----

// What one function frees pays for constants of a function that was planned before it.
func.func private @f(%x: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %d = stablehlo.constant dense<0> : tensor<2xi32>
  %m = stablehlo.multiply %c, %d : tensor<2xi32>
  %s = stablehlo.slice %m [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %z = stablehlo.reshape %s : (tensor<1xi32>) -> tensor<i32>
  %r = stablehlo.add %x, %z : tensor<i32>
  return %r : tensor<i32>
}
func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<3xi32>) {
  %i = stablehlo.iota dim = 0 : tensor<3xi32>
  %v = "stablehlo.if"(%p) ({
    %0 = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %x : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %v, %i : tensor<i32>, tensor<3xi32>
}

// fold: growth-budget=12
// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<3xi32>) {
// =>   %i = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
// =>   %v = "stablehlo.if"(%p) ({
// =>     %0 = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>     stablehlo.return %0 : tensor<i32>
// =>   }, {
// =>     stablehlo.return %x : tensor<i32>
// =>   }) : (tensor<i1>) -> tensor<i32>
// =>   return %v, %i : tensor<i32>, tensor<3xi32>
// => }

// fold: growth-budget=11
// => func.func private @f(%x: tensor<i32>) -> tensor<i32> {
// =>   return %x : tensor<i32>
// => }
// => func.func @main(%x: tensor<i32>, %p: tensor<i1>) -> (tensor<i32>, tensor<3xi32>) {
// =>   %i = stablehlo.iota dim = 0 : tensor<3xi32>
// =>   %v = "stablehlo.if"(%p) ({
// =>     %0 = func.call @f(%x) : (tensor<i32>) -> tensor<i32>
// =>     stablehlo.return %0 : tensor<i32>
// =>   }, {
// =>     stablehlo.return %x : tensor<i32>
// =>   }) : (tensor<i1>) -> tensor<i32>
// =>   return %v, %i : tensor<i32>, tensor<3xi32>
// => }
