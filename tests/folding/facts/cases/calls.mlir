// Facts across calls.

// -----

// What a function returns has the facts of its arguments: the comparison is decided.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %bound = stablehlo.constant dense<50> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %square = call @square(%low) : (tensor<i32>) -> tensor<i32>
  %less = stablehlo.compare LT, %square, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %less : tensor<i1>
}
func.func private @square(%x: tensor<i32>) -> tensor<i32> {
  %square = stablehlo.multiply %x, %x : tensor<i32>
  return %square : tensor<i32>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i1> {
// =>   %less = stablehlo.constant dense<true> : tensor<i1>
// =>   return %less : tensor<i1>
// => }

// -----

// What a function returns has the facts of its arguments: the bound is one too low.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %bound = stablehlo.constant dense<49> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %square = call @square(%low) : (tensor<i32>) -> tensor<i32>
  %less = stablehlo.compare LT, %square, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %less : tensor<i1>
}
func.func private @square(%x: tensor<i32>) -> tensor<i32> {
  %square = stablehlo.multiply %x, %x : tensor<i32>
  return %square : tensor<i32>
}

// unchanged

// -----

// Each call has facts of its own.
// The outcome for small arguments is known, though it is not for all that the function is called with.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %fifteen = stablehlo.constant dense<15> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %middle = stablehlo.and %x, %fifteen : tensor<i32>
  %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
  %r1 = call @small(%x) : (tensor<i32>) -> tensor<i1>
  return %r0, %r1 : tensor<i1>, tensor<i1>
}
func.func private @small(%x: tensor<i32>) -> tensor<i1> {
  %bound = stablehlo.constant dense<8> : tensor<i32>
  %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %not = stablehlo.not %less : tensor<i1>
  %both = stablehlo.or %less, %not : tensor<i1>
  %kept = stablehlo.and %both, %less : tensor<i1>
  return %kept : tensor<i1>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
// =>   %r0 = stablehlo.constant dense<true> : tensor<i1>
// =>   %r1 = call @small(%x) : (tensor<i32>) -> tensor<i1>
// =>   return %r0, %r1 : tensor<i1>, tensor<i1>
// => }
// => func.func private @small(%x: tensor<i32>) -> tensor<i1> {
// =>   %bound = stablehlo.constant dense<8> : tensor<i32>
// =>   %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %less : tensor<i1>
// => }

// -----

// A private function has the facts of all its calls: the comparison is decided.
// Its own rewriting rests on what every caller passes: a mask of 15 that changes nothing goes.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %fifteen = stablehlo.constant dense<15> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %middle = stablehlo.and %x, %fifteen : tensor<i32>
  %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
  %r1 = call @small(%middle) : (tensor<i32>) -> tensor<i1>
  return %r0, %r1 : tensor<i1>, tensor<i1>
}
func.func private @small(%x: tensor<i32>) -> tensor<i1> {
  %mask = stablehlo.constant dense<15> : tensor<i32>
  %masked = stablehlo.and %x, %mask : tensor<i32>
  %count = stablehlo.popcnt %masked : tensor<i32>
  %zero = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.compare EQ, %count, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %none : tensor<i1>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
// =>   %seven = stablehlo.constant dense<7> : tensor<i32>
// =>   %fifteen = stablehlo.constant dense<15> : tensor<i32>
// =>   %low = stablehlo.and %x, %seven : tensor<i32>
// =>   %middle = stablehlo.and %x, %fifteen : tensor<i32>
// =>   %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
// =>   %r1 = call @small(%middle) : (tensor<i32>) -> tensor<i1>
// =>   return %r0, %r1 : tensor<i1>, tensor<i1>
// => }
// => func.func private @small(%x: tensor<i32>) -> tensor<i1> {
// =>   %count = stablehlo.popcnt %x : tensor<i32>
// =>   %zero = stablehlo.constant dense<1> : tensor<i32>
// =>   %none = stablehlo.compare EQ, %count, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %none : tensor<i1>
// => }

// -----

// A private function has the facts of all its calls: the bound is one too low.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %fifteen = stablehlo.constant dense<15> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %middle = stablehlo.and %x, %fifteen : tensor<i32>
  %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
  %r1 = call @small(%middle) : (tensor<i32>) -> tensor<i1>
  return %r0, %r1 : tensor<i1>, tensor<i1>
}
func.func private @small(%x: tensor<i32>) -> tensor<i1> {
  %mask = stablehlo.constant dense<14> : tensor<i32>
  %masked = stablehlo.and %x, %mask : tensor<i32>
  %count = stablehlo.popcnt %masked : tensor<i32>
  %zero = stablehlo.constant dense<1> : tensor<i32>
  %none = stablehlo.compare EQ, %count, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %none : tensor<i1>
}

// unchanged

// -----

// Anybody may call a public function with anything.
func.func @main(%x: tensor<i32>) -> tensor<i1> {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %fifteen = stablehlo.constant dense<15> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %middle = stablehlo.and %x, %fifteen : tensor<i32>
  %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
  return %r0 : tensor<i1>
}
func.func public @small(%x: tensor<i32>) -> tensor<i1> {
  %bound = stablehlo.constant dense<8> : tensor<i32>
  %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %not = stablehlo.not %less : tensor<i1>
  %both = stablehlo.or %less, %not : tensor<i1>
  %kept = stablehlo.and %both, %less : tensor<i1>
  return %kept : tensor<i1>
}

// => func.func @main(%x: tensor<i32>) -> tensor<i1> {
// =>   %r0 = stablehlo.constant dense<true> : tensor<i1>
// =>   return %r0 : tensor<i1>
// => }
// => func.func public @small(%x: tensor<i32>) -> tensor<i1> {
// =>   %bound = stablehlo.constant dense<8> : tensor<i32>
// =>   %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %less : tensor<i1>
// => }

// -----

// A constant and a range have facts in common.
func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %fifteen = stablehlo.constant dense<15> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %middle = stablehlo.and %x, %fifteen : tensor<i32>
  %r0 = call @small(%low) : (tensor<i32>) -> tensor<i1>
  %r1 = call @small(%x) : (tensor<i32>) -> tensor<i1>
  %r9 = call @small(%fifteen) : (tensor<i32>) -> tensor<i1>
  return %r0, %r1 : tensor<i1>, tensor<i1>
}
func.func private @small(%x: tensor<i32>) -> tensor<i1> {
  %bound = stablehlo.constant dense<8> : tensor<i32>
  %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %not = stablehlo.not %less : tensor<i1>
  %both = stablehlo.or %less, %not : tensor<i1>
  %kept = stablehlo.and %both, %less : tensor<i1>
  return %kept : tensor<i1>
}

// => func.func @main(%x: tensor<i32>) -> (tensor<i1>, tensor<i1>) {
// =>   %r0 = stablehlo.constant dense<true> : tensor<i1>
// =>   %r1 = call @small(%x) : (tensor<i32>) -> tensor<i1>
// =>   return %r0, %r1 : tensor<i1>, tensor<i1>
// => }
// => func.func private @small(%x: tensor<i32>) -> tensor<i1> {
// =>   %bound = stablehlo.constant dense<8> : tensor<i32>
// =>   %less = stablehlo.compare LT, %x, %bound : (tensor<i32>, tensor<i32>) -> tensor<i1>
// =>   return %less : tensor<i1>
// => }

// -----

// Facts do not go around a function that calls itself.
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %low = stablehlo.and %x, %seven : tensor<i32>
  %result = call @down(%low) : (tensor<i32>) -> tensor<i32>
  return %result : tensor<i32>
}
func.func private @down(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %done = stablehlo.compare LT, %x, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %last = "stablehlo.if"(%done) ({
    stablehlo.return %x : tensor<i32>
  }, {
    %less = stablehlo.subtract %x, %four : tensor<i32>
    %inner = func.call @down(%less) : (tensor<i32>) -> tensor<i32>
    stablehlo.return %inner : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %last : tensor<i32>
}

// unchanged
